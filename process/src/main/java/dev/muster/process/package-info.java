/**
 * Step 7, run, on a real computer: attempts as processes, or as calls of long-lived executors.
 *
 * <pre>
 *   launch ──► ProcessRun.localize, on a virtual thread, where files have to come
 *              ProcessRun.begin, on a starter thread, by a ProcessStart:
 *                directories ─► files, Environment, Command, TaskUser
 *                ─► cgroup: a control group ─► spawn: a process in it ─► ShortWait: a moment
 *              ProcessRun.finish, for those that go on, on a virtual thread: waits
 *                ─► the group is emptied ─► ExitReport: logs, limits, last lines
 *                ─► output published ─► result
 *   adopt ───► Recovery: runs of an earlier epoch of the node ─► ProcessRun.resume ─► as above
 *   kill ────► supervise.Supervisor, one thread: signals
 *   pace
 * </pre>
 *
 * <p>What a later epoch has to know is written down on the way, see {@code journal}. {@link
 * dev.muster.process.ProcessRunState} draws the states of a run.
 *
 * <p>{@link dev.muster.process.NodeRuntime} is the way in: commands go to a {@link
 * dev.muster.process.ProcessRuntime}, functions to a {@link dev.muster.process.FunctionRuntime}.
 */
@NullMarked
package dev.muster.process;

import org.jspecify.annotations.NullMarked;
