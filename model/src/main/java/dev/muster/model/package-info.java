/**
 * The nouns that every other module speaks: jobs, stages, resources, results.
 *
 * <p>Plain immutable values; no behaviour beyond arithmetic and checks. Job files become these in
 * {@code dev.muster.model.file}.
 */
@NullMarked
package dev.muster.model;

import org.jspecify.annotations.NullMarked;
