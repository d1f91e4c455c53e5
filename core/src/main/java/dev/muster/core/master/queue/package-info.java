/**
 * The queues of the cell at work: which jobs stand in which line, what open jobs take of their
 * queues, and which job may be admitted next.
 *
 * <p>Soft state of the leader, made from the records of jobs and the tree of queues. Takes
 * submissions and ends of jobs; gives verdicts with reasons. Next: {@code core.master}, which puts
 * admissions on record.
 */
@NullMarked
package dev.muster.core.master.queue;

import org.jspecify.annotations.NullMarked;
