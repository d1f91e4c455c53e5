package dev.muster.link;

import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.wire.WireException;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's end of its link: dials the cell, and again whenever the stream breaks.
 *
 * <p>A refusal of the first hello is final. Later ones are not: the node has tasks to look after,
 * and whoever brought the wrong cell up may bring back the right one.
 */
public final class LinkClient implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(LinkClient.class.getName());

  private final InetSocketAddress cell;
  private final Supplier<Hello> hello;
  private final Traffic traffic = new Traffic();
  private final LinkThread thread = new LinkThread("link");
  private final ManagedChannel channel;
  private final Backoff backoff = new Backoff();
  private final CompletableFuture<Welcome> first = new CompletableFuture<>();

  private volatile Receiver receiver = (to, event, few) -> false;
  private volatile Consumer<Welcome> welcomed = welcome -> {};
  private volatile @Nullable Outbox outbox;
  private volatile boolean closed;

  /** What was said last about why there is no stream: it is said once. */
  private String complaint = "";

  /**
   * @param hello what to say at each dial
   */
  public LinkClient(InetSocketAddress cell, Supplier<Hello> hello) {
    this.cell = cell;
    this.hello = hello;
    this.channel = thread.channel(cell).build();
    thread.execute(this::dial);
  }

  /**
   * Waits until the cell has answered for the first time, however long nobody is there.
   *
   * @throws Refused if it does not want this node
   */
  public Welcome await() throws Refused, InterruptedException {
    try {
      return first.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Refused refused) {
        throw refused;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  /**
   * From now on events are heard; those that came before are lost.
   *
   * @param again hears, on the thread of the link, of each welcome after the first
   */
  public void open(Receiver to, Consumer<Welcome> again) {
    welcomed = again;
    receiver = to;
  }

  /** Sends to an actor of the cell; false if there is no stream, or the cell does not keep up. */
  public boolean send(Address<?> to, Event event) {
    var out = outbox;
    if (out == null) {
      traffic.dropped(1);
      return false;
    }
    return out.offer(new Parcel(to, event));
  }

  public boolean isConnected() {
    return outbox != null;
  }

  public Traffic.Count traffic() {
    return traffic.count();
  }

  private void dial() {
    if (!closed) {
      channel.resetConnectBackoff();
      ClientCall<Envelope, Envelope> call = channel.newCall(Service.CARRY, CallOptions.DEFAULT);
      call.start(new Inbound(call), hello.get().headers());
      call.request(Service.WINDOW);
    }
  }

  private void welcome(Welcome welcome) {
    backoff.reset();
    complaint = "";
    if (!first.complete(welcome)) {
      welcomed.accept(welcome);
    }
  }

  private void over(Status status) {
    outbox = null;
    if (closed) {
      return;
    }
    if (status.getCode() == Status.Code.FAILED_PRECONDITION
        && first.completeExceptionally(new Refused(String.valueOf(status.getDescription())))) {
      return;
    }
    complain(status);
    thread.later(backoff.pause(), this::dial);
  }

  private void complain(Status status) {
    var refused = status.getCode() == Status.Code.FAILED_PRECONDITION;
    var why =
        refused
            ? "the cell refuses this node: " + status.getDescription()
            : "no link to the cell at %s:%d (%s)"
                .formatted(cell.getHostString(), cell.getPort(), status.getDescription());
    if (!why.equals(complaint)) {
      LOGGER.log(Level.WARNING, why + "; trying again");
      complaint = why;
    }
  }

  private static Outbox.Stream streamOf(ClientCall<Envelope, Envelope> call) {
    return new Outbox.Stream() {
      @Override
      public boolean isReady() {
        return call.isReady();
      }

      @Override
      public void send(Envelope envelope) {
        call.sendMessage(envelope);
      }
    };
  }

  /** All of it on the thread of the link. */
  private final class Inbound extends ClientCall.Listener<Envelope> {

    private final ClientCall<Envelope, Envelope> call;
    private final Outbox out;

    Inbound(ClientCall<Envelope, Envelope> call) {
      this.call = call;
      this.out = new Outbox(streamOf(call), thread, traffic);
    }

    @Override
    public void onHeaders(Metadata headers) {
      var welcome = Welcome.of(headers);
      if (welcome == null) {
        call.cancel("this is no cell of ours", null);
      } else {
        outbox = out;
        welcome(welcome);
      }
    }

    @Override
    public void onMessage(Envelope envelope) {
      try {
        var parcels = envelope.open();
        traffic.came(parcels.size(), envelope.bytes().length);
        boolean few = parcels.size() <= Envelope.FEW_PARCELS;
        parcels.forEach(parcel -> hear(parcel, few));
        call.request(1);
      } catch (WireException malformed) {
        call.cancel("the cell sent what cannot be read", malformed);
      }
    }

    private void hear(Parcel parcel, boolean few) {
      if (Border.admitsToNode(parcel)) {
        receiver.receive(parcel.to(), parcel.event(), few);
      } else {
        traffic.refused();
      }
    }

    @Override
    public void onReady() {
      out.resume();
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      out.close();
      over(status);
    }
  }

  @Override
  public void close() {
    closed = true;
    channel.shutdownNow();
    thread.close();
  }
}
