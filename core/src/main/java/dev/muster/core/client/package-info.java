/**
 * Submits jobs for users: repeats each request until it is answered.
 *
 * <p>Takes jobs from the user; gives them to the master and publishes its answers. Next: {@code
 * core.master}.
 */
@NullMarked
package dev.muster.core.client;

import org.jspecify.annotations.NullMarked;
