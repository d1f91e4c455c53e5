/**
 * The scheduler that Apollo's paper compares with: no load information, locality as a constraint
 * that is relaxed over time, and duplicates wherever tasks wait. In the wind tunnel only.
 */
@NullMarked
package dev.muster.sim.compare.baseline;

import org.jspecify.annotations.NullMarked;
