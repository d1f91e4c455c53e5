/**
 * Matchers of tasks and nodes that no cell has: what the stable matcher of {@code estimated} is
 * held against. The optimal ones are for small batches, where their cubic time does not matter.
 */
@NullMarked
package dev.muster.sim.compare.match;

import org.jspecify.annotations.NullMarked;
