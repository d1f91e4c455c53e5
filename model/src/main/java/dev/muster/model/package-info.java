/**
 * The values that all other modules use: jobs, stages, resources, results, loads.
 *
 * <p>Plain immutable values; no behaviour beyond arithmetic. {@code model.rule} says which jobs are
 * valid, {@code model.file} reads job files, {@code model.text} formats what users see.
 */
@NullMarked
package dev.muster.model;

import org.jspecify.annotations.NullMarked;
