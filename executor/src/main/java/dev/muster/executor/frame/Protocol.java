package dev.muster.executor.frame;

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

  /** What an error may say. */
  public static final int MAX_DETAIL_BYTES = 8 << 10;

  /** By these variables a node tells an executor that it starts where to go and who to be. */
  public static final String SOCKET = "MUSTER_EXECUTOR_SOCKET";

  public static final String NAME = "MUSTER_EXECUTOR_NAME";
  public static final String SECRET = "MUSTER_EXECUTOR_SECRET";
  public static final String SLOTS = "MUSTER_EXECUTOR_SLOTS";

  private Protocol() {}
}
