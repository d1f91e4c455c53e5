package dev.muster.executor;

import dev.muster.executor.frame.FrameReader;
import dev.muster.executor.frame.Hello;
import dev.muster.executor.frame.Kind;
import dev.muster.executor.frame.MalformedFrame;
import dev.muster.executor.frame.Outbox;
import dev.muster.executor.frame.Protocol;
import dev.muster.executor.frame.Texts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The connection to the node, from the first word to the last. The calling thread reads; another
 * one writes, so that no function that is interrupted can close the channel.
 */
final class Session {

  private final SocketChannel channel;
  private final int slots;
  private final Functions functions;
  private final Outbox out = new Outbox();
  private final Map<Long, Invocation> underWay = new ConcurrentHashMap<>();
  private final LastResort lastResort = new LastResort();
  private final Hands hands;

  private boolean welcome;
  private boolean over;

  Session(SocketChannel channel, int slots, Functions functions) {
    this.channel = channel;
    this.slots = slots;
    this.functions = functions;
    this.hands = new Hands(slots, lastResort);
  }

  Functions functions() {
    return functions;
  }

  /** Serves until either side has said good-bye; the node's is an end without complaint. */
  void run(Hello hello) throws IOException {
    Thread.ofPlatform()
        .name("writer")
        .daemon()
        .uncaughtExceptionHandler(lastResort)
        .start(this::write);
    out.hello(hello);
    var reader = new FrameReader(channel, Protocol.MAX_FRAME_BYTES);
    while (!over) {
      if (!reader.read(this::hear)) {
        throw new IOException("the connection was closed");
      }
    }
  }

  private void write() {
    try {
      out.drainTo(channel);
    } catch (IOException | InterruptedException lost) {
      // The reader hears of it too, and ends the program.
      out.close();
    }
  }

  private void hear(Kind kind, long call, ByteBuffer body) throws MalformedFrame {
    switch (kind) {
      case HELLO -> welcome(Hello.read(body));
      case CALL -> begin(call, Texts.read(body), Texts.readBytes(body));
      case CANCEL -> cancel(call);
      case BYE -> bye(Texts.readRest(body));
      case RESULT, ERROR -> throw new MalformedFrame("a node sends no " + kind);
    }
  }

  private void welcome(Hello hello) throws MalformedFrame {
    if (hello.version() != Protocol.VERSION) {
      throw new MalformedFrame("the node speaks version " + hello.version());
    }
    welcome = true;
  }

  private void begin(long id, String function, byte[] argument) throws MalformedFrame {
    if (!welcome || underWay.size() >= slots) {
      throw new MalformedFrame("a call beyond the " + (welcome ? slots : 0) + " that may be");
    }
    var invocation = new Invocation(id, function, argument, this);
    if (underWay.putIfAbsent(id, invocation) != null) {
      throw new MalformedFrame("a second call " + id);
    }
    hands.execute(invocation);
  }

  private void cancel(long id) {
    var invocation = underWay.get(id);
    if (invocation != null) {
      invocation.cancel();
    }
  }

  private void bye(String reason) {
    over = true;
    if (!welcome) {
      System.err.println("executor: the node refuses: " + reason);
    }
  }

  /** The call is over before the node hears so, for it may send the next one at once. */
  void answer(Invocation invocation, Consumer<Outbox> words) {
    underWay.remove(invocation.id());
    try {
      out.awaitRoom();
    } catch (InterruptedException byTheFunction) {
      Thread.currentThread().interrupt();
    }
    words.accept(out);
  }

  /** What runs goes on, and nothing else begins. */
  void retire(String reason) {
    out.bye(reason);
  }
}
