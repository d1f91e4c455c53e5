/**
 * The ways to sample that Sparrow is compared with: per task, in batches without late binding, and
 * at random. A placer of its own on the production seam, chosen where a cell is made.
 */
@NullMarked
package dev.muster.sim.compare.probe;

import org.jspecify.annotations.NullMarked;
