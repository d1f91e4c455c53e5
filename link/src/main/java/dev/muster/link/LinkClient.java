package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.wire.WireException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ConnectTimeoutException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
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

  private final CellName cell;
  private final Supplier<Hello> hello;
  private final Times times;
  private final Traffic traffic = new Traffic();
  private final LinkThread thread = new LinkThread("link");
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
    this(cell, hello, Times.STANDARD);
  }

  LinkClient(InetSocketAddress cell, Supplier<Hello> hello, Times times) {
    this.cell = new CellName(cell);
    this.hello = hello;
    this.times = times;
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
    if (closed) {
      return;
    }
    try {
      var _ =
          thread
              .dial(cell.next(), times.connect(), Dialled::new)
              .addListener(dialled -> unconnected(dialled.cause()));
    } catch (UnknownHostException nowhere) {
      lost("no such host is known");
    }
  }

  private void unconnected(@Nullable Throwable cause) {
    switch (cause) {
      case null -> {}
      case ConnectTimeoutException _ -> lost("it does not answer");
      case ConnectException _ -> lost("nobody listens there");
      default -> lost(String.valueOf(cause.getMessage()));
    }
  }

  private void lost(String why) {
    again("no link to the cell at %s (%s)".formatted(cell, why));
  }

  private void refused(Refused refused) {
    if (!first.completeExceptionally(refused)) {
      again("the cell refuses this node: " + refused.why());
    }
  }

  private void again(String why) {
    outbox = null;
    if (closed) {
      return;
    }
    if (!why.equals(complaint)) {
      LOGGER.log(Level.WARNING, why + "; trying again");
      complaint = why;
    }
    thread.later(backoff.pause(), this::dial);
  }

  private void welcome(Welcome welcome) {
    backoff.reset();
    complaint = "";
    if (!first.complete(welcome)) {
      welcomed.accept(welcome);
    }
  }

  /** Says hello and waits for the answer. */
  private final class Dialled extends Greeter {

    Dialled() {
      super(times.greeting());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      super.channelActive(context);
      var _ = Frames.send(hello.get().write(), context.channel());
    }

    @Override
    void greeted(byte[] frame, ChannelHandlerContext context) throws WireException {
      try {
        begin(Answer.read(frame), context.channel());
      } catch (Refused refused) {
        var _ = context.close();
        refused(refused);
      }
    }

    private void begin(Welcome welcome, Channel channel) {
      var stream = new Stream(channel, thread, times, traffic, LinkClient.this::hear, new Mine());
      LinkThread.open(stream, this, channel);
      outbox = stream.outbox();
      welcome(welcome);
    }

    @Override
    void failed(String why) {
      lost(why);
    }
  }

  private boolean hear(Address<?> to, Event event, boolean few) {
    return receiver.receive(to, event, few);
  }

  private final class Mine implements Stream.Owner {

    @Override
    public boolean admits(Parcel parcel) {
      return Border.admitsToNode(parcel);
    }

    @Override
    public void over(Stream stream, String why) {
      lost(why);
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.close();
  }
}
