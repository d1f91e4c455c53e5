/**
 * The policy {@code estimated}, after Apollo: a task goes to the node on which it is expected to be
 * done first.
 *
 * <pre>
 *   EstimatedPlacer   asks for loads, and gives jobs their rounds
 *        |
 *   Round, Batch      tasks of similar priority ──► Candidates
 *        |
 *   CompletionEstimates   when each would be done there: start-up, wait, I/O, cpu, odds
 *        |
 *   CandidateSets, StableMatcher   at most one task for each node
 *        |
 *   Placements, Dispatches         attempts with and without tokens, and what was decided of each
 *        |
 *   Duplicates, Stragglers, Twins  what reports say of decisions, and second attempts
 * </pre>
 */
@NullMarked
package dev.muster.core.scheduler.place.estimated;

import org.jspecify.annotations.NullMarked;
