package dev.muster.executor.frame;

import java.nio.ByteBuffer;

/**
 * The first frame of either side.
 *
 * @param slots how many calls the executor can have under way; in the answer, how many it gets
 * @param name of an executor the prefix of its functions; of a node its own name
 * @param secret what the node gave the executor; empty in the answer
 */
public record Hello(int version, int slots, String name, String secret) {

  public static Hello read(ByteBuffer body) throws MalformedFrame {
    return new Hello(body.getInt(), body.getInt(), Texts.read(body), Texts.read(body));
  }
}
