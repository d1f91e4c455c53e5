/**
 * Step 7, run, on a real computer: attempts as processes.
 *
 * <pre>
 *   launch ──► Run.gather, on a virtual thread, where files have to come: a Supply
 *              Run.begin, on a starter, with a Beginning:
 *              Attempt: directories ─► WorkFiles or the Supply, Environment, Command, Account
 *                ─► cgroup: a group ─► spawn: a process in it ─► Vigil: a moment
 *              Run.finish, for those that go on, on a virtual thread: waits
 *                ─► the group is emptied ─► Traces ─► Verdict: logs, limits, last lines
 *                ─► output put in place ─► result
 *   adopt ───► Takeover of a run of an earlier life (Recall): its process and its group
 *                ─► waits ─► as above
 *   kill ────► Warden, one thread: signals, also to those of which the Inspector says so
 *   pace       └─► Sweeps: what tasks left behind, where there are no groups
 *              Inspector, one thread: LogKeeper, OutputKeeper: what has grown too large
 * </pre>
 *
 * <p>What a later life has to know is written down on the way, see {@code journal}.
 *
 * <p>{@link dev.muster.host.run.ProcessMachine} is the way in; {@link
 * dev.muster.host.run.JobDirectory} says where everything lies, for tasks and for people.
 */
@NullMarked
package dev.muster.host.run;

import org.jspecify.annotations.NullMarked;
