package dev.muster.files.fetch;

import dev.muster.files.content.Content;
import dev.muster.files.content.FileCache;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.content.Sha256;
import dev.muster.files.serve.FileSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A content that a test knows, and the ways to have it. */
final class Sample {
  private final byte[] bytes;

  private Sample(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The same number, the same content. */
  static Sample of(int number, int length) {
    var bytes = new byte[length];
    new Random(number).nextBytes(bytes);
    return new Sample(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  Content content() {
    var hash = new Sha256();
    hash.add(bytes, bytes.length);
    return new Content(hash.hex(), bytes.length);
  }

  /** Of the same length, with one bit turned. */
  Sample corrupted() {
    var other = bytes.clone();
    other[other.length / 2] ^= 1;
    return new Sample(other);
  }

  /** Somebody who has it at hand and never fails. */
  FileSource source() {
    return new FileSource() {
      @Override
      public String name() {
        return "memory";
      }

      @Override
      public InputStream open(Content content, long from) {
        return new ByteArrayInputStream(bytes, (int) from, bytes.length - (int) from);
      }
    };
  }

  /** Puts it into a cache as a fetch would. */
  PinnedFile putInto(FileCache cache) throws IOException {
    var candidates = new SourceRotation(SourceRotation.BUSY_LIMIT);
    candidates.add(List.of(source()));
    try (var room = cache.reserve(content())) {
      return new Download(content(), candidates, new Fetcher.BadSources(), () -> false).into(room);
    }
  }

  /** What comes of a fetch; the limit is for machines that have much else to do. */
  static <T> T join(Future<T> result) throws IOException {
    try {
      return result.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException refused) {
        throw refused;
      }
      throw new AssertionError(failed);
    } catch (InterruptedException | TimeoutException tooLong) {
      throw new AssertionError(tooLong);
    }
  }
}
