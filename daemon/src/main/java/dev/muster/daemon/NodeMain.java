package dev.muster.daemon;

import static java.util.Objects.requireNonNull;

import dev.muster.files.serve.HostPort;
import dev.muster.host.Exit;
import dev.muster.host.IoErrors;
import dev.muster.host.PrivateFiles;
import dev.muster.host.ProcessLock;
import dev.muster.host.Waits;
import dev.muster.link.HandshakeRejected;
import dev.muster.model.Resources;
import dev.muster.process.guard.Guardian;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The program of a node's process, started by {@code muster node} under a guardian. Arguments: the
 * cell as HOST:PORT, the home, the state directory, cpu in thousandths, memory in bytes, where
 * files are served as [HOST:]PORT or nothing, bytes of the cache, how long outputs are kept, whose
 * rights tasks have or nothing, then what else the node has as NAME=COUNT and what it is
 * as @NAME=VALUE. The secret is found as {@link Secret} says.
 */
public final class NodeMain {

  private static final int BAD_USAGE = 1;
  private static final int REFUSED = 4;
  private static final int FIXED_ARGUMENTS = 9;
  private static final String ATTRIBUTE = "@";

  /** Some five seconds in all: longer than a node takes to end its tasks by force. */
  private static final int LOCK_TRIES = 50;

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

  private NodeMain() {}

  /** The words after the class name, for a program that starts this one. */
  public static List<String> arguments(NodeCommandLine start) {
    var capacity = start.capacity();
    var words =
        new ArrayList<>(
            List.of(
                start.cell(),
                start.home().toString(),
                start.state().toString(),
                Long.toString(capacity.cpuMillis()),
                Long.toString(capacity.memoryBytes()),
                start.files().listen(),
                Long.toString(start.files().cacheBytes()),
                start.files().keep().toString(),
                start.user()));
    capacity.named().forEach((name, count) -> words.add(name + "=" + count));
    start.attributes().forEach((name, value) -> words.add(ATTRIBUTE + name + "=" + value));
    return words;
  }

  public static void main(String[] arguments) throws InterruptedException {
    System.setProperty("java.util.logging.SimpleFormatter.format", "muster node: %5$s%6$s%n");
    Guardian.endNodeWithIt();
    Exit.with(run(List.of(arguments)));
  }

  private static int run(List<String> words) throws InterruptedException {
    try (var _ = lock(Path.of(words.get(2)))) {
      var daemon = NodeDaemon.start(options(words));
      Runtime.getRuntime().addShutdownHook(new Thread(daemon::close, "stop"));
      daemon.awaitEnd();
      daemon.close();
      return Guardian.AGAIN;
    } catch (HandshakeRejected refused) {
      return complain(refused.why(), REFUSED);
    } catch (IOException failed) {
      return complain(IoErrors.reason(failed), BAD_USAGE);
    } catch (IllegalArgumentException impossible) {
      return complain(String.valueOf(impossible.getMessage()), BAD_USAGE);
    } catch (UncheckedIOException failed) {
      return complain(
          failed.getMessage() + ": " + IoErrors.reason(requireNonNull(failed.getCause())),
          BAD_USAGE);
    }
  }

  /**
   * Before the cell hears of this node: it would take this process for the one that has the state.
   * A node whose guardian was killed may still be about to end.
   */
  private static ProcessLock lock(Path state) throws IOException {
    var file = PrivateFiles.createPassage(state).resolve("process");
    for (int tries = 0; tries < LOCK_TRIES; tries++) {
      var lock = ProcessLock.tryTake(file);
      if (lock.isPresent()) {
        return lock.get();
      }
      if (tries == 0) {
        System.err.printf(
            "muster node: %s has the state directory %s; waiting for its end%n",
            ProcessLock.holder(file), state);
      }
      Waits.pause(BETWEEN_TRIES);
    }
    throw new IOException(
        "%s is the node with the state directory %s: end it, or give this one its own --state"
            .formatted(ProcessLock.holder(file), state));
  }

  private static int complain(String why, int code) {
    System.err.println("muster node: " + why);
    return code;
  }

  private static NodeDaemon.NodeOptions options(List<String> words) throws IOException {
    var home = Path.of(words.get(1));
    var named = new TreeMap<String, Long>();
    var attributes = new TreeMap<String, String>();
    for (var word : words.subList(FIXED_ARGUMENTS, words.size())) {
      int split = word.indexOf('=');
      if (word.startsWith(ATTRIBUTE)) {
        attributes.put(word.substring(ATTRIBUTE.length(), split), word.substring(split + 1));
      } else {
        named.put(word.substring(0, split), Long.parseLong(word.substring(split + 1)));
      }
    }
    return new NodeDaemon.NodeOptions(
        HostPort.parse(words.get(0)),
        Secret.ofNode(home, System.getenv()),
        home,
        Path.of(words.get(2)),
        new Resources(Long.parseLong(words.get(3)), Long.parseLong(words.get(4)), named),
        attributes,
        new FileSettings(words.get(5), Long.parseLong(words.get(6)), Duration.parse(words.get(7))),
        words.get(8));
  }
}
