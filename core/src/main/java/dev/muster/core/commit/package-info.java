/**
 * Step 5, commit: what the cell has.
 *
 * <p>Takes the machines that nodes report; gives the one feasibility rule and the view that
 * schedulers place on. Next: {@code queue}.
 */
@NullMarked
package dev.muster.core.commit;

import org.jspecify.annotations.NullMarked;
