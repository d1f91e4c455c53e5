package dev.muster.process.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.executor.frame.Protocol;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A caller who writes down the one answer, as text. */
final class Asked implements Caller {
  private static final int PATIENCE_SECONDS = 60;

  private final CompletableFuture<String> answer = new CompletableFuture<>();

  String await() {
    return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  boolean isAnswered() {
    return answer.isDone();
  }

  @Override
  public void returned(byte[] result, long cpuNs) {
    write("returned " + new String(result, UTF_8));
  }

  @Override
  public void failed(Protocol.ErrorReason reason, String detail, long cpuNs) {
    write(reason + " " + detail);
  }

  @Override
  public void lost(Caller.Loss loss, int exitCode, String detail) {
    write("lost " + loss + " " + detail);
  }

  @Override
  public void notCalled(String why) {
    write("not called: " + why);
  }

  private void write(String text) {
    if (!answer.complete(text)) {
      throw new AssertionError("a second answer: " + text);
    }
  }
}
