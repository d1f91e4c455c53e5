package dev.muster.host.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;

/**
 * The files of one attempt: on their way, then here, and kept here as long as this is open. Any
 * thread may close it, more than once; whoever waits then does so no longer.
 */
public interface Supply extends AutoCloseable {

  /** Of an attempt that needs nothing. */
  Supply NOTHING = new NoSupply();

  /**
   * Waits until all is here.
   *
   * @throws IOException if something can't be had: what, from whom, and why not
   * @throws CancellationException if it was closed meanwhile
   */
  void await() throws IOException, InterruptedException;

  /** Puts links to the files into the directory where the attempt runs. */
  void link(Path work) throws IOException;

  @Override
  void close();
}
