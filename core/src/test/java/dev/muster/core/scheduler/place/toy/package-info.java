/** A policy for tests: what one has to write to add one. */
@NullMarked
package dev.muster.core.scheduler.place.toy;

import org.jspecify.annotations.NullMarked;
