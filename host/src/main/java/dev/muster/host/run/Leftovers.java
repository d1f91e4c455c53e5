package dev.muster.host.run;

import java.util.Map;

/** The search for what runs left behind, where nothing holds a run together. */
interface Leftovers {

  /** For runs in groups, which leave nothing. */
  Leftovers NONE =
      new Leftovers() {
        @Override
        public void watch(JobDirectory job) {}

        @Override
        public boolean none() {
          return true;
        }

        @Override
        public void end(Map<Run, Boolean> orders) {}

        @Override
        public void look() {}

        @Override
        public void endAll() {}
      };

  /** A run of this job, already among those under way, is about to begin. */
  void watch(JobDirectory job);

  /** Whether there is nothing to look for. */
  boolean none();

  /** Ends what has left the family of these runs, by force or not. */
  void end(Map<Run, Boolean> orders);

  /** Looks for it, if it is time to. */
  void look();

  /** Ends all of it; to be called when nothing runs. */
  void endAll();
}
