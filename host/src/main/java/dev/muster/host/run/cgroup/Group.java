package dev.muster.host.run.cgroup;

import dev.muster.core.actor.Pace;
import dev.muster.host.run.spawn.Birthplace;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.IoPriority;
import java.util.List;

/** The control group of one run. */
public interface Group extends Birthplace {

  /** For runs that nothing holds together. */
  Group NONE =
      new Group() {
        @Override
        public void enter() {}

        @Override
        public void leave() {}

        @Override
        public String ticket() {
          return "";
        }

        @Override
        public void end(boolean force) {}

        @Override
        public boolean pace(Pace pace) {
          return false;
        }

        @Override
        public List<Long> processes() {
          return List.of();
        }

        @Override
        public Spent finish() {
          return Spent.UNKNOWN;
        }
      };

  /** Sets how much of the computer those in it get; false if it cannot do that. */
  boolean pace(Pace pace);

  /** As {@link #pace(Pace)}; where the group cannot do it, the process at its head and family. */
  default void pace(Child head, Pace pace) {
    boolean asGroup = pace(pace);
    head.freeze(pace == Pace.FROZEN && !asGroup);
    IoPriority.set(head.birth().pid(), processes(), pace == Pace.LOW);
  }

  /** Those in it now. */
  List<Long> processes();

  /** By which another process finds it again, as this run's; empty if it cannot. */
  String ticket();

  /** Asks all in it to end, or ends them by force; wakes them where they stand still. */
  void end(boolean force);

  /** Ends what is left in it, says what was used, and gives it back; to be called once. */
  Spent finish();
}
