/**
 * Readers of published traces of real clusters, each in the form in which it is published: only
 * what a comparison of policies needs of each job.
 */
@NullMarked
package dev.muster.workload.trace;

import org.jspecify.annotations.NullMarked;
