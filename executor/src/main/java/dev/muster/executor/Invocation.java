package dev.muster.executor;

import dev.muster.executor.frame.FrameWriter;
import dev.muster.executor.frame.Protocol;
import dev.muster.executor.frame.Protocol.ErrorReason;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/** One call, on one of the threads of the pool. */
final class Invocation implements Runnable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** What a frame has besides the bytes of a result. */
  private static final int MAX_RESULT_BYTES =
      Protocol.MAX_FRAME_BYTES - Protocol.HEADER_BYTES - Long.BYTES;

  private final long id;
  private final String name;
  private final byte[] argument;
  private final Session session;

  /** The thread that may be interrupted, as long as it is in the function. */
  private @Nullable Thread thread;

  private boolean cancelled;

  Invocation(long id, String name, byte[] argument, Session session) {
    this.id = id;
    this.name = name;
    this.argument = argument;
    this.session = session;
  }

  long id() {
    return id;
  }

  @Override
  public void run() {
    if (!enter()) {
      session.answer(
          this, out -> out.error(id, 0, ErrorReason.CANCELLED, "cancelled before it began"));
      return;
    }
    long startCpuNs = THREADS.getCurrentThreadCpuTime();
    var answer = answer();
    long cpuNs = THREADS.getCurrentThreadCpuTime() - startCpuNs;
    leave();
    session.answer(this, out -> answer.put(out, cpuNs));
  }

  private interface Reply {
    void put(FrameWriter out, long cpuNs);
  }

  /**
   * Whatever a function does, its call is answered; where that is not possible, the thread breaks
   * and {@link Session.LastResort} acts.
   */
  private Reply answer() {
    try {
      return result(session.functions().find(name).call(argument));
    } catch (Functions.NoFunction absent) {
      return error(ErrorReason.NOT_FOUND, absent.why());
    } catch (OutOfMemoryError tooMuch) {
      session.retire("ran out of memory");
      return error(ErrorReason.OUT_OF_MEMORY, tooMuch.toString());
    } catch (Throwable thrown) {
      return error(isCancelled() ? ErrorReason.CANCELLED : ErrorReason.THREW, StackHead.of(thrown));
    }
  }

  private Reply result(byte @Nullable [] bytes) {
    if (bytes == null) {
      return error(ErrorReason.THREW, name + " returned null; it must return an array of bytes");
    }
    if (bytes.length > MAX_RESULT_BYTES) {
      return error(
          ErrorReason.THREW,
          "%s returned %,d bytes; a result may have %,d"
              .formatted(name, bytes.length, MAX_RESULT_BYTES));
    }
    return (out, cpuNs) -> out.result(id, cpuNs, bytes);
  }

  private Reply error(ErrorReason reason, String detail) {
    return (out, cpuNs) -> out.error(id, cpuNs, reason, detail);
  }

  synchronized void cancel() {
    cancelled = true;
    if (thread != null) {
      thread.interrupt();
    }
  }

  private synchronized boolean isCancelled() {
    return cancelled;
  }

  private synchronized boolean enter() {
    thread = Thread.currentThread();
    return !cancelled;
  }

  /** The next call on this thread must not find an interrupt that was meant for this one. */
  private synchronized void leave() {
    thread = null;
    boolean _ = Thread.interrupted();
  }
}
