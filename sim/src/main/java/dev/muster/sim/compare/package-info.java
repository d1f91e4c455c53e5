/**
 * Schedulers that no cell has, for comparison in the wind tunnel only.
 *
 * <p>They take the place of production schedulers in a simulated cell, over production nodes. No
 * job file can ask for them.
 */
@NullMarked
package dev.muster.sim.compare;

import org.jspecify.annotations.NullMarked;
