package dev.muster.link;

import dev.muster.wire.WireException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;

/**
 * Where all who dial are heard first. A node is answered; whoever says nothing, or nothing like a
 * hello, is not. Used on the thread of the link only.
 */
final class Door {

  /** How many may stand here; the next ones are sent away, and nodes among them dial again. */
  static final int MAX_STRANGERS = 1_024;

  /** Who looks after those that may come in. */
  interface Host {

    /**
     * The stream on which a node is heard that is welcome. It is known here before the node is
     * told, so that whoever hears the node of its welcome can send to it.
     */
    Stream enter(Welcome welcome, Channel channel);
  }

  private final Reception reception;
  private final Duration limit;
  private final Host host;
  private int strangers;

  Door(Reception reception, Duration limit, Host host) {
    this.reception = reception;
    this.limit = limit;
    this.host = host;
  }

  ChannelHandler greeter() {
    return new Stranger();
  }

  private final class Stranger extends Greeter {

    Stranger() {
      super(limit);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      strangers++;
      if (strangers > MAX_STRANGERS) {
        var _ = context.close();
      }
    }

    @Override
    void greeted(byte[] frame, ChannelHandlerContext context) throws WireException {
      try {
        var welcome = reception.judge(Hello.read(frame));
        LinkThread.open(host.enter(welcome, context.channel()), this, context.channel());
        var _ = Frames.send(Answer.of(welcome), context.channel());
      } catch (Refused refused) {
        var _ =
            Frames.send(Answer.of(refused), context.channel())
                .addListener(ChannelFutureListener.CLOSE);
      }
    }

    /** Strangers are not worth a line in a log: there may be very many. */
    @Override
    void failed(String why) {}

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
      strangers--;
      super.handlerRemoved(context);
    }
  }
}
