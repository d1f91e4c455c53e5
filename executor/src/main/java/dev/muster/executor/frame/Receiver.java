package dev.muster.executor.frame;

import java.nio.ByteBuffer;

/** Hears the frames of a connection, one after the other. */
@FunctionalInterface
public interface Receiver {

  /**
   * @param body to be read during the call only
   * @throws MalformedFrame if it is not what may come now
   */
  void hear(Kind kind, long call, ByteBuffer body) throws MalformedFrame;
}
