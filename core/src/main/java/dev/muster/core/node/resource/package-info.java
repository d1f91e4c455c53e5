/**
 * The resources of the node's machine: reserved, in use and available, now and expected later.
 *
 * <p>{@link dev.muster.core.node.resource.ResourceLedger} counts them and changes the state of
 * allocations. It knows nothing of who waits.
 */
@NullMarked
package dev.muster.core.node.resource;

import org.jspecify.annotations.NullMarked;
