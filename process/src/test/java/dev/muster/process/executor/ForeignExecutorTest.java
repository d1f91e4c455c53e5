package dev.muster.process.executor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.core.actor.Pace;
import dev.muster.executor.frame.Protocol;
import dev.muster.model.Resources;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.spawn.Launcher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executors that others start, and strangers who are none. */
@Timeout(120)
class ForeignExecutorTest {
  /** For calls of functions that no executor of ours serves. */
  private static final ExecutorSpec NONE =
      new ExecutorSpec() {
        @Override
        public Object key() {
          return "none";
        }

        @Override
        public int slots() {
          return 1;
        }

        @Override
        public Resources limits() {
          return Resources.NONE;
        }

        @Override
        public Prepared prepare(Map<String, String> variables) throws IOException {
          throw new IOException("nobody starts this one");
        }
      };

  @TempDir private Path home;
  private Launcher launcher;
  private ExecutorPool pool;
  private String secret;

  @BeforeEach
  void open() throws IOException {
    launcher = Launcher.open("node-7");
    pool =
        new ExecutorPool(
            "node-7", home.resolve("door"), PoolLimits.STANDARD, launcher, Cgroups.PLAIN);
    secret = Files.readString(home.resolve("door/secret"));
  }

  @AfterEach
  void close() {
    pool.close();
    launcher.close();
    assertThat(home.resolve("door")).doesNotExist();
  }

  private Stranger stranger() throws IOException {
    return new Stranger(pool.socket());
  }

  /** One that is let in. */
  private Stranger registered(String name) throws Exception {
    var stranger = stranger().greet(Protocol.VERSION, name, secret);
    assertThat(stranger.receive().kind()).isEqualTo(Protocol.FrameKind.HELLO);
    return stranger;
  }

  private Asked call(String function, String argument) {
    var asked = new Asked();
    pool.call(NONE, function, argument.getBytes(UTF_8), Pace.FULL, asked);
    return asked;
  }

  private static void refused(Stranger stranger, String why) throws IOException {
    assertThat(stranger.receive()).isEqualTo(new Stranger.Heard(Protocol.FrameKind.BYE, 0, why));
    assertThat(stranger.receive()).isEqualTo(Stranger.END);
  }

  @Test
  void nobodyElseFindsTheDoor() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("door"))))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(home.resolve("door/secret"))))
        .isEqualTo("rw-------");
  }

  @Test
  void itServesTheFunctionsOfItsPrefix() throws Exception {
    try (var executor = registered("shout")) {
      var asked = call("shout:loud", "hey");
      assertThat(executor.receive())
          .isEqualTo(new Stranger.Heard(Protocol.FrameKind.CALL, 0, "\0\nshout:loudhey"));
      executor.say(out -> out.result(0, 5, "HEY".getBytes(UTF_8)));
      assertThat(asked.await()).isEqualTo("returned HEY");
    }
  }

  @Test
  void answersComeInAnyOrderAndNoMoreAreUnderWayThanItHasSlots() throws Exception {
    try (var executor = registered("shout")) {
      var asked = List.of(call("shout:a", ""), call("shout:b", ""), call("shout:c", ""));
      assertThat(executor.receive().body()).endsWith("a");
      assertThat(executor.receive().body()).endsWith("b");
      executor.say(out -> out.error(1, 0, Protocol.ErrorReason.THREW, "b is hoarse"));
      assertThat(executor.receive()).extracting(Stranger.Heard::call).isEqualTo(2L);
      executor.say(out -> out.result(2, 0, "C".getBytes(UTF_8)));
      executor.say(out -> out.result(0, 0, "A".getBytes(UTF_8)));
      assertThat(asked)
          .extracting(Asked::await)
          .containsExactly("returned A", "THREW b is hoarse", "returned C");
    }
  }

  @Test
  void aCallCanBeCancelledAndIsAnsweredAllTheSame() throws Exception {
    try (var executor = registered("shout")) {
      var asked = new Asked();
      var call = pool.call(NONE, "shout:a", new byte[0], Pace.FULL, asked);
      assertThat(executor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
      call.cancel(false);
      assertThat(executor.receive())
          .isEqualTo(new Stranger.Heard(Protocol.FrameKind.CANCEL, 0, ""));
      executor.say(out -> out.error(0, 0, Protocol.ErrorReason.CANCELLED, "as you like"));
      assertThat(asked.await()).isEqualTo("CANCELLED as you like");
    }
  }

  @Test
  void oneThatDoesNotObeyLosesItsConnection() throws Exception {
    try (var executor = registered("shout")) {
      var asked = new Asked();
      var call = pool.call(NONE, "shout:a", new byte[0], Pace.FULL, asked);
      assertThat(executor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
      call.cancel(true);
      assertThat(asked.await())
          .isEqualTo("lost DISOBEYED a call of shout:a did not end when told to");
    }
  }

  @Test
  void whoGoesTakesItsCallsWithItAndMayComeAgain() throws Exception {
    var executor = registered("shout");
    var lost = call("shout:a", "");
    assertThat(executor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
    executor.close();
    assertThat(lost.await()).isEqualTo("lost CRASHED it closed its connection");
    try (var _ = registered("shout")) {
      assertThat(call("shout:b", "").isAnswered()).isFalse();
    }
  }

  @Test
  void withoutAnExecutorThereIsNothingToCall() {
    assertThat(call("shout:a", "").await())
        .isEqualTo(
            "not called: no executor is registered for `shout:`; start one that connects to "
                + pool.socket());
  }

  @Test
  void anExecutorOfOursThatCannotStartSaysWhy() {
    assertThat(call("com.example.Fn", "").await())
        .isEqualTo("not called: cannot start an executor: nobody starts this one");
  }

  @Test
  void anArgumentHasALimit() {
    assertThat(call("shout:a", "x".repeat(PoolLimits.MAX_ARGUMENT_BYTES + 1)).await())
        .isEqualTo("not called: an argument of 1,048,577 bytes; it may have 1,048,576");
  }

  @Test
  void aStrangerWithoutTheSecretIsRefused() throws Exception {
    try (var stranger = stranger().greet(Protocol.VERSION, "shout", "guess")) {
      refused(stranger, "this is not the secret of this node; it is in " + home.resolve("door"));
    }
  }

  @Test
  void whoSpeaksAnotherVersionIsRefused() throws Exception {
    try (var stranger = stranger().greet(7, "shout", secret)) {
      refused(stranger, "this node speaks version 1, not 7");
    }
  }

  @Test
  void aNameIsTakenOnceAndNotOurs() throws Exception {
    try (var _ = registered("shout");
        var second = stranger().greet(Protocol.VERSION, "shout", secret);
        var ours = stranger().greet(Protocol.VERSION, "java", secret)) {
      refused(second, "another executor is registered as `shout`");
      refused(
          ours,
          "an executor is called by 1 to 30 lower-case letters, digits and `-`, from a letter on,"
              + " and not `java`, not `java`");
    }
  }

  @Test
  void whatIsNoFrameEndsTheConnectionWithTheReason() throws Exception {
    try (var tooLong = stranger();
        var tooShort = stranger();
        var unknown = stranger();
        var noHello = stranger();
        var cutHello = stranger()) {
      refused(
          tooLong.sayBytes(ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8))),
          "a frame of 1195725856 bytes; it may have 9 to 4096");
      refused(
          tooShort.sayBytes(ByteBuffer.allocate(13).putInt(8).rewind()),
          "a frame of 8 bytes; it may have 9 to 4096");
      refused(
          unknown.sayBytes(ByteBuffer.allocate(13).putInt(9).put((byte) 99).rewind()),
          "a frame of the unknown kind 99");
      refused(
          noHello.say(out -> out.result(3, 0, new byte[0])),
          "the first frame must be a HELLO, not a RESULT");
      refused(
          cutHello.sayBytes(ByteBuffer.allocate(13).putInt(9).rewind()),
          "a HELLO that ends too early");
    }
  }

  @Test
  void anAnswerThatNobodyAskedForEndsTheConnection() throws Exception {
    try (var executor = registered("shout")) {
      executor.say(out -> out.result(3, 0, new byte[0]));
      refused(executor, "an answer to call 3, which nobody has asked");
    }
  }

  @Test
  void whoSaysNothingIsNotWaitedForForEver() throws Exception {
    try (var silent = stranger()) {
      assertThat(silent.receive()).isEqualTo(Stranger.END);
    }
  }

  @Test
  void theExampleInPythonWorks() throws Exception {
    var example = Path.of("..", "docs", "executor.py").toAbsolutePath();
    assumeTrue(runs("python3", "--version"), "there is no Python here");
    var process =
        new ProcessBuilder(
                "python3",
                example.toString(),
                pool.socket().toString(),
                home.resolve("door/secret").toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("python.log").toFile())
            .start();
    try {
      await().until(() -> call("python:builtins.len", "four").await().equals("returned 4"));
      assertThat(call("python:builtins.int", "x").await()).startsWith("THREW ValueError(");
      assertThat(call("python:no.such", "x").await()).isEqualTo("NOT_FOUND No module named 'no'");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static boolean runs(String... describe) throws InterruptedException {
    try {
      return new ProcessBuilder(describe).start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    }
  }
}
