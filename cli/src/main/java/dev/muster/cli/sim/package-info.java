/**
 * Commands that run the scheduler in virtual time: experiments, and the swarm that searches for
 * bugs. The core's assertions are on in all of them.
 */
@NullMarked
package dev.muster.cli.sim;

import org.jspecify.annotations.NullMarked;
