/**
 * Step 2, admit: may this job run now?
 *
 * <p>Takes an accepted job and the cell; gives a verdict with its reasons. Next: {@code plan}.
 */
@NullMarked
package dev.muster.core.admit;

import org.jspecify.annotations.NullMarked;
