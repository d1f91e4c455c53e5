/**
 * Scientific workflows that were run for real, from files in WfFormat: tasks with their run times
 * and resources, what each waits for, and the files that pass between them.
 *
 * <p>{@code WfFormat} reads a file, {@code WorkflowBuilder} resolves its references, and {@code
 * Workflow} is taken on by {@code sim.replay}.
 */
@NullMarked
package dev.muster.workload.workflow;

import org.jspecify.annotations.NullMarked;
