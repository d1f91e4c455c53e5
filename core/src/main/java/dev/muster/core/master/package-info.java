/**
 * Masters that share a log, and the leader's work: submission, admission, assigning jobs to
 * schedulers, deciding transactions, answering.
 *
 * <p>{@link dev.muster.core.master.Master} applies what the log commits. While it leads, its {@code
 * Leader} decides and appends log entries; {@code core.master.state} changes when they are
 * committed, and only then are they answered. Holds nothing that a new leader cannot rebuild. Next:
 * {@code core.scheduler}.
 */
@NullMarked
package dev.muster.core.master;

import org.jspecify.annotations.NullMarked;
