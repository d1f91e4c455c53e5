package dev.muster.host.run.executor;

import dev.muster.host.run.spawn.Start;
import dev.muster.model.Resources;
import java.io.IOException;
import java.util.Map;

/** How executors of one kind are started. */
public interface Recipe {

  /** Equal for calls that may share an executor. */
  Object key();

  /** How many calls it can have under way. */
  int slots();

  /** The limits of its process. */
  Resources limits();

  /**
   * Makes its directories and puts its files in place.
   *
   * @param variables what it must find in its environment to reach us
   */
  Prepared prepare(Map<String, String> variables) throws IOException, InterruptedException;

  /** An executor about to begin, and what can be seen of it from outside. */
  interface Prepared extends AutoCloseable {

    Start start();

    /** The end of what it wrote to its standard error. */
    String lastWords();

    /** Whether it has written more than it may. */
    boolean floods();

    /** It has ended, and its files need not be kept for it. */
    @Override
    void close();
  }
}
