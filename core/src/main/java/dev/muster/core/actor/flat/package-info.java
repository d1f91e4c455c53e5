/**
 * Flat containers for hot paths: primitive keys, arrays underneath, and an order of iteration that
 * depends on nothing but what was put in.
 */
@NullMarked
package dev.muster.core.actor.flat;

import org.jspecify.annotations.NullMarked;
