package dev.muster.executor.frame;

import java.nio.ByteBuffer;
import java.util.Optional;

/** What both sides must agree on. */
public final class Protocol {
  public static final int VERSION = 1;

  /** The most that a frame may have after its length. */
  public static final int MAX_FRAME_BYTES = 16 << 20;

  /** The same for the first frame: of a stranger nobody keeps much. */
  public static final int MAX_HELLO_BYTES = 4 << 10;

  /** The most calls that an executor may have under way. */
  public static final int MAX_SLOTS = 256;

  /** What a frame has besides its body: its length, its kind, the number of its call. */
  public static final int HEADER_BYTES = Integer.BYTES + 1 + Long.BYTES;

  public static final int MAX_DETAIL_BYTES = 8 << 10;

  /** Environment variables of an executor that a node starts: where to connect, and as whom. */
  public static final String SOCKET = "MUSTER_EXECUTOR_SOCKET";

  public static final String NAME = "MUSTER_EXECUTOR_NAME";
  public static final String SECRET = "MUSTER_EXECUTOR_SECRET";
  public static final String SLOTS = "MUSTER_EXECUTOR_SLOTS";

  private Protocol() {}

  /** Why a call has no result. The place of a reason in this list is its number on the wire. */
  public enum ErrorReason {
    /** The function threw something. */
    THREW,
    /** There is no such function; nothing of it ran. */
    NOT_FOUND,
    /** It ended because it was cancelled. */
    CANCELLED,
    /** The executor has too little memory for it. */
    OUT_OF_MEMORY;

    private static final ErrorReason[] ALL = values();

    public static Optional<ErrorReason> of(int number) {
      return number < 0 || number >= ALL.length ? Optional.empty() : Optional.of(ALL[number]);
    }
  }

  /** What a frame is. The place of a kind in this list is its number on the wire. */
  public enum FrameKind {
    /** First from the executor: who it is. Then from the node: welcome. */
    HELLO,
    /** From the node: a function and its argument. */
    CALL,
    /** From the executor: what the function returned. */
    RESULT,
    /** From the executor: why there is no result. */
    ERROR,
    /** From the node: nobody waits for this call any longer; answer it all the same. */
    CANCEL,
    /** From either side, with the reason: give me no more calls, or I give you none. */
    BYE;

    private static final FrameKind[] ALL = values();

    public static Optional<FrameKind> of(int number) {
      return number < 0 || number >= ALL.length ? Optional.empty() : Optional.of(ALL[number]);
    }
  }

  /**
   * The first frame of either side.
   *
   * @param slots how many calls the executor can have under way; in the answer, how many it gets
   * @param name of an executor the prefix of its functions; of a node its own name
   * @param secret what the node gave the executor; empty in the answer
   */
  public record ExecutorHandshake(int version, int slots, String name, String secret) {
    public static ExecutorHandshake read(ByteBuffer body) throws FrameReader.MalformedFrame {
      return new ExecutorHandshake(
          body.getInt(), body.getInt(), Texts.read(body), Texts.read(body));
    }
  }
}
