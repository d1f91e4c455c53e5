/**
 * The user's end of the conversation: repeats each request until it is answered.
 *
 * <p>Takes jobs from the user; gives them to the master and publishes what becomes of them. Next:
 * {@code core.master}.
 */
@NullMarked
package dev.muster.core.client;

import org.jspecify.annotations.NullMarked;
