package dev.muster.executor;

/**
 * A task as a function: the bytes of its item in, the bytes of its result out. A stage names it by
 * {@code java: com.example.Fn}.
 *
 * <p>An executor makes one instance, by the public constructor without arguments, and calls it for
 * task after task and from several threads at once. A call that is to end early is interrupted; one
 * that does not heed that takes its executor with it.
 */
@FunctionalInterface
public interface TaskFunction {
  /** What it throws is why the task has failed. */
  byte[] call(byte[] argument) throws Exception;
}
