/** What can go wrong in a simulated cell, all of it drawn from one seed. */
@NullMarked
package dev.muster.sim.fault;

import org.jspecify.annotations.NullMarked;
