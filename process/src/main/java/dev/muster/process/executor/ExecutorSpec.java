package dev.muster.process.executor;

import dev.muster.model.Resources;
import dev.muster.process.linux.SpawnRequest;
import java.io.IOException;
import java.util.Map;

/** How executors of one kind are started. */
public interface ExecutorSpec {
  /** Equal for calls that may share an executor. */
  Object key();

  int slots();

  Resources limits();

  /**
   * Makes its directories and puts its files in place.
   *
   * @param variables what it must find in its environment to reach us
   */
  Prepared prepare(Map<String, String> variables) throws IOException, InterruptedException;

  /** An executor about to begin, and what can be seen of it from outside. */
  interface Prepared extends AutoCloseable {
    SpawnRequest start();

    String stderrTail();

    boolean exceedsLogLimit();

    /** It has ended, and its files need not be kept for it. */
    @Override
    void close();
  }
}
