/**
 * The policy {@code estimated}, after Apollo: a task goes to the node on which it is expected to be
 * done first.
 *
 * <pre>
 *   CompletionModel   when a task would be done on a node: start-up, wait, I/O, cpu, odds
 *        |
 *   CandidateSets     for each task of a batch the nodes that come into question, with that time
 *        |
 *   StableMatcher     at most one task for each node
 * </pre>
 */
@NullMarked
package dev.muster.core.scheduler.place.estimated;

import org.jspecify.annotations.NullMarked;
