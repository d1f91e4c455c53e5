/**
 * The promises of queues: who may submit what, in what order jobs are admitted, what their tasks
 * may use, and that guarantees are reached. All of it by messages and log entries alone.
 *
 * <pre>
 *   log entries  ──► LoggedQueues ──► LineCheck       what was decided of jobs in line
 *   SharesChanged, JobsReported   ──► ShareCheck      what the master hands out
 *   SharesChanged, attempts       ──► AllowanceCheck  that schedulers keep to it
 * </pre>
 */
@NullMarked
package dev.muster.check.queue;

import org.jspecify.annotations.NullMarked;
