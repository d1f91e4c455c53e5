package dev.muster.process.linux;

import java.lang.System.Logger.Level;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether the C library of this process is the one whose calls and sizes are known here. */
public final class Glibc {
  private static final Set<String> PROCESSORS = Set.of("amd64", "x86_64", "aarch64");

  /** The younger calls among those used; {@code gnu_get_libc_version} is nobody else's. */
  private static final Set<String> CALLS =
      Set.of(
          "gnu_get_libc_version",
          "posix_spawn",
          "posix_spawn_file_actions_addchdir_np",
          "posix_spawn_file_actions_addclosefrom_np",
          "epoll_create1",
          "eventfd",
          "wait4",
          "syscall");

  private static final AtomicBoolean SAID = new AtomicBoolean();

  private Glibc() {}

  public static boolean isHere() {
    if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")
        || !PROCESSORS.contains(System.getProperty("os.arch", ""))) {
      return false;
    }
    SymbolLookup library = Linker.nativeLinker().defaultLookup();
    return CALLS.stream().allMatch(name -> library.find(name).isPresent());
  }

  public static void sayOnceThatItIsMissing() {
    if (SAID.compareAndSet(false, true)) {
      System.getLogger(Glibc.class.getPackageName())
          .log(Level.WARNING, "tasks share our session and nobody counts what they use: no glibc");
    }
  }
}
