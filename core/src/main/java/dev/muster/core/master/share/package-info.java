/** x */
@NullMarked
package dev.muster.core.master.share;

import org.jspecify.annotations.NullMarked;
