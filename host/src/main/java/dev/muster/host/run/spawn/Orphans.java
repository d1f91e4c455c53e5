package dev.muster.host.run.spawn;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * For a process that takes in what its children leave behind: their children become its own, and it
 * is the one who hears how they end.
 */
public final class Orphans {

  private static final int SET_CHILD_SUBREAPER = 36;

  private static final MethodHandle PROCESS_CONTROL =
      NativeCall.variadic("prctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG), 1);

  private Orphans() {}

  /** Whether this computer can do it. */
  public static boolean canBeHad() {
    return Glibc.isHere();
  }

  /** From now on they come to this process, for as long as it lives. */
  public static void takeIn() throws IOException {
    try (var arena = Arena.ofConfined()) {
      var state = NativeCall.state(arena);
      if ((int) PROCESS_CONTROL.invokeExact(state, SET_CHILD_SUBREAPER, 1L) != 0) {
        throw NativeCall.failed(NativeCall.errno(state));
      }
    } catch (IOException refused) {
      throw refused;
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  /**
   * The number of a child that has ended and is not buried; waits for one, holding the thread.
   *
   * @throws IOException if there are no children at all
   */
  public static int awaitDead() throws IOException {
    return Zombies.any().pid();
  }

  /** Buries a child that has ended; one that leads a session, as tasks do, is entered first. */
  public static void bury(int pid, Register register) throws IOException {
    var ended = Zombies.of(pid);
    var birth = Birth.of(pid);
    if (ended.isPresent() && birth.isPresent() && Birth.leads(pid)) {
      register.enter(new Death(birth.get(), ended.get()));
    }
    Kernel.bury(pid);
  }
}
