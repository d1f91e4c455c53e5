/**
 * Step 2, admit: may this job run now?
 *
 * <p>Takes an accepted job, the cell and what the job's scheduler may hold; gives a verdict with
 * its reasons. Next: {@code plan}.
 */
@NullMarked
package dev.muster.core.admit;

import org.jspecify.annotations.NullMarked;
