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

  /** Makes directories and files ready; the executor needs these variables to connect. */
  Prepared prepare(Map<String, String> variables) throws IOException, InterruptedException;

  interface Prepared extends AutoCloseable {
    SpawnRequest start();

    String stderrTail();

    boolean exceedsLogLimit();

    /** It has ended, and its files need not be kept for it. */
    @Override
    void close();
  }
}
