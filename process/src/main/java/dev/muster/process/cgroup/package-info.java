/**
 * What holds the processes of a run together: a control group of its own. Nothing leaves it,
 * however it forks, so it can be ended as a whole; and it has limits, and counts what was used.
 *
 * <pre>
 *   Cgroups.open ─► V2Cgroups, else V1Cgroups, else plain: no limits, logged once
 *   take ─► Cgroup: started in it ─► end: signals ─► finish: ends what is left, measures, gives it back
 * </pre>
 *
 * <p>Memory is a limit: over it, the kernel ends something within the group and nothing elsewhere.
 * Cpu is a share: whoever has asked for more gets more when all want it, and nobody leaves a core
 * idle that another could use. Processes are limited so that a task cannot fill the table of all.
 */
@NullMarked
package dev.muster.process.cgroup;

import org.jspecify.annotations.NullMarked;
