/**
 * The policy {@code shared}, after Omega: the whole replica is synchronised before each decision.
 */
@NullMarked
package dev.muster.core.scheduler.place.shared;

import org.jspecify.annotations.NullMarked;
