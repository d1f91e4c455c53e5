package dev.muster.process.journal;

import dev.muster.host.IoErrors;
import dev.muster.host.PrivateFiles;
import dev.muster.wire.EventCodec;
import dev.muster.wire.SchemaVersion;
import dev.muster.wire.UnknownKindException;
import dev.muster.wire.WireException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The file of a journal: a head that says how entries are laid out, then entries. It is written
 * anew when most of it is about runs that are forgotten.
 */
final class JournalFile implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(JournalFile.class.getName());

  /** A file below this size is not worth the trouble. */
  static final long REWRITE_BYTES = 4L << 20;

  /** The file is rewritten when it has grown so many times since the last rewrite. */
  static final int REWRITE_RATIO = 4;

  /** {@code "MusterJ2"}: entries with numbered fields. */
  private static final long MAGIC = 0x4d75_7374_6572_4a32L;

  private static final String FIRST_SCHEMA = "1.1";
  private static final int HEAD_BYTES = 2 * Long.BYTES;

  private final Path path;
  private final Path fresh;
  private FileChannel channel;

  /** Where the next entry goes; whatever is behind it was never finished. */
  private long end;

  private long endOfFresh;

  JournalFile(Path path, List<JournalEntry> entries) throws IOException {
    this.path = path;
    this.fresh = path.resolveSibling(path.getFileName() + ".new");
    this.channel = writeFresh(entries);
  }

  /**
   * All entries of a file, up to where somebody stopped writing.
   *
   * @throws WireException if this build cannot read it
   */
  static List<JournalEntry> read(Path path) throws IOException {
    ByteBuffer bytes;
    try {
      bytes = ByteBuffer.wrap(Files.readAllBytes(path));
    } catch (NoSuchFileException notYet) {
      return List.of();
    }
    if (bytes.remaining() < HEAD_BYTES || bytes.getLong() != MAGIC) {
      throw new WireException(
          path + " is no journal, or one of a Muster from before schema " + FIRST_SCHEMA);
    }
    var schema = SchemaVersion.unpack(bytes.getLong());
    if (!SchemaVersion.CURRENT.understands(schema)) {
      throw new WireException(
          "%s has schema %s, this Muster %s, and one release back is understood"
              .formatted(path, schema, SchemaVersion.CURRENT));
    }
    var entries = new ArrayList<JournalEntry>();
    for (var payload : JournalFrames.split(bytes)) {
      decode(payload, path, entries);
    }
    return entries;
  }

  /** What a newer build wrote of a run is passed over; the rest of the journal counts. */
  private static void decode(byte[] payload, Path path, List<JournalEntry> entries)
      throws WireException {
    try {
      entries.add(EntryCodec.decode(payload));
    } catch (UnknownKindException newer) {
      LOGGER.log(Level.WARNING, "an entry of " + path + " is not read: " + newer.getMessage());
    }
  }

  void append(List<byte[]> payloads) throws IOException {
    var bytes = JournalFrames.join(payloads);
    int count = bytes.remaining();
    try {
      if (channel.size() > end) {
        channel.truncate(end);
      }
      write(channel, bytes, end);
    } catch (IOException refused) {
      throw new IOException(IoErrors.reason(refused) + ": " + path, refused);
    }
    end += count;
  }

  boolean isMostlyPast() {
    return end > REWRITE_BYTES && end > REWRITE_RATIO * endOfFresh;
  }

  /** On failure the old file goes on. */
  void rewrite(List<JournalEntry> entries) throws IOException {
    long endBefore = end;
    try {
      var old = channel;
      channel = writeFresh(entries);
      old.close();
    } catch (IOException refused) {
      end = endBefore;
      throw refused;
    }
  }

  private FileChannel writeFresh(List<JournalEntry> entries) throws IOException {
    var opened =
        FileChannel.open(
            fresh,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE),
            PrivateFiles.FILE);
    try {
      var head =
          ByteBuffer.allocate(HEAD_BYTES).putLong(MAGIC).putLong(SchemaVersion.CURRENT.packed());
      write(opened, head.flip(), 0);
      write(
          opened,
          JournalFrames.join(entries.stream().map(EntryCodec::encode).toList()),
          HEAD_BYTES);
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
      end = opened.size();
      endOfFresh = end;
      return opened;
    } catch (IOException refused) {
      opened.close();
      throw refused;
    }
  }

  private static void write(FileChannel to, ByteBuffer bytes, long at) throws IOException {
    long position = at;
    while (bytes.hasRemaining()) {
      position += to.write(bytes, position);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  static final class JournalFrames {
    static final int HEAD_BYTES = 2 * Integer.BYTES;

    /** Longer than any entry; a length beyond it is no length. */
    static final int LIMIT_BYTES = EventCodec.MAX_MESSAGE_BYTES + (1 << 20);

    private JournalFrames() {}

    static ByteBuffer join(List<byte[]> payloads) {
      int size = payloads.stream().mapToInt(payload -> HEAD_BYTES + payload.length).sum();
      var joined = ByteBuffer.allocate(size);
      for (var payload : payloads) {
        joined.putInt(payload.length).putInt(checksum(payload)).put(payload);
      }
      return joined.flip();
    }

    /** As many as are whole; the position of the buffer is then at what is not. */
    static List<byte[]> split(ByteBuffer bytes) {
      var payloads = new ArrayList<byte[]>();
      while (bytes.remaining() >= HEAD_BYTES) {
        int start = bytes.position();
        int length = bytes.getInt();
        int checksum = bytes.getInt();
        if (length < 0 || length > LIMIT_BYTES || length > bytes.remaining()) {
          bytes.position(start);
          break;
        }
        var payload = new byte[length];
        bytes.get(payload);
        if (checksum(payload) != checksum) {
          bytes.position(start);
          break;
        }
        payloads.add(payload);
      }
      return payloads;
    }

    private static int checksum(byte[] payload) {
      var checksum = new CRC32C();
      checksum.update(payload);
      return (int) checksum.getValue();
    }
  }
}
