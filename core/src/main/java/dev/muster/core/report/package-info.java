/**
 * Step 8, report: what a node owes others to know.
 *
 * <p>{@link dev.muster.core.report.Results} keeps each result until its scheduler has it on record,
 * and says what is free again. The way of the task ends here.
 */
@NullMarked
package dev.muster.core.report;

import org.jspecify.annotations.NullMarked;
