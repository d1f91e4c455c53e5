package dev.muster.link;

import dev.muster.wire.WireException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One end of a link once both know each other: carries envelopes, says that it is there where
 * nothing else is to be said, and gives up an other end that says nothing at all. Used on the
 * thread of the link only.
 */
final class Stream extends ChannelInboundHandlerAdapter implements Outbox.Stream {

  /** Who has the stream. */
  interface Owner {

    /** Whether this may come in. */
    boolean admits(Parcel parcel);

    /** The stream is over. */
    void over(Stream stream, String why);
  }

  private final Channel channel;
  private final Times times;
  private final Traffic traffic;
  private final Receiver receiver;
  private final Owner owner;
  private final Outbox outbox;

  private @Nullable ScheduledFuture<?> ticks;
  private boolean said;

  /** How many ticks in a row nothing came. */
  private int silent;

  private String why = "the other side has ended it";

  Stream(
      Channel channel,
      Executor thread,
      Times times,
      Traffic traffic,
      Receiver receiver,
      Owner owner) {
    this.channel = channel;
    this.times = times;
    this.traffic = traffic;
    this.receiver = receiver;
    this.owner = owner;
    this.outbox = new Outbox(this, thread, traffic);
  }

  Outbox outbox() {
    return outbox;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    long pingNs = times.ping().toNanos();
    ticks =
        context.executor().scheduleWithFixedDelay(this::tick, pingNs, pingNs, TimeUnit.NANOSECONDS);
  }

  /** Silence is counted in ticks, so that a process which stood still blames nobody else. */
  private void tick() {
    if (silent++ >= times.silentPings()) {
      close("the other side is silent");
      return;
    }
    if (!said && channel.isWritable()) {
      Frames.write(Frames.PING, channel);
      channel.flush();
    }
    said = false;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    silent = 0;
    var frame = (byte[]) message;
    if (frame.length > 0) {
      open(new Envelope(frame));
    }
  }

  private void open(Envelope envelope) {
    try {
      var parcels = envelope.open();
      traffic.came(parcels.size(), envelope.bytes().length);
      boolean few = parcels.size() <= Envelope.FEW_PARCELS;
      parcels.forEach(parcel -> hear(parcel, few));
    } catch (WireException malformed) {
      close("the other side sent what cannot be read: " + malformed.getMessage());
    }
  }

  private void hear(Parcel parcel, boolean few) {
    if (owner.admits(parcel)) {
      receiver.receive(parcel.to(), parcel.event(), few);
    } else {
      traffic.refused();
    }
  }

  @Override
  public boolean isReady() {
    return channel.isActive() && channel.isWritable();
  }

  @Override
  public void send(Envelope envelope) {
    said = true;
    Frames.write(envelope.bytes(), channel);
  }

  @Override
  public void flush() {
    channel.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    outbox.resume();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
    close(String.valueOf(broken.getMessage()));
  }

  /** Ends the stream from here. */
  void close(String reason) {
    outbox.close();
    if (channel.isOpen()) {
      why = reason;
      var _ = channel.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (ticks != null) {
      ticks.cancel(false);
    }
    outbox.close();
    owner.over(this, why);
  }
}
