/**
 * What a scheduler knows of the load of nodes: the wait matrix of each, its age, the odds that a
 * task survives there, the files that are cached, and which nodes are lightly loaded. Takes the
 * {@code LoadDelta}s of the monitor and what nodes report themselves; placers read.
 *
 * <p>Soft state: without the monitor everything here ages, and nothing else happens.
 */
@NullMarked
package dev.muster.core.scheduler.place.load;

import org.jspecify.annotations.NullMarked;
