package dev.muster.host.run;

import dev.muster.host.run.spawn.FileHoles;
import java.io.IOException;
import java.nio.file.Path;

/** How the middle is taken out of a log while a task writes to its end. */
interface Holes {

  Holes OF_THE_KERNEL = FileHoles::punch;

  /** Fails where the file system cannot do that. */
  void punch(Path file, long fromByte, long toByte) throws IOException;
}
