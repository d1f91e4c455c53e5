/**
 * Step 7, run: attempts under way on one machine.
 *
 * <p>Takes work whose room is held; launches it, watches its time, ends it politely and then by
 * force; gives its result. Next: {@code report}.
 */
@NullMarked
package dev.muster.core.run;

import org.jspecify.annotations.NullMarked;
