/**
 * What the tests of the core share: an actor in the test's hands, and a record of all that it did.
 */
@NullMarked
package dev.muster.core.fake;

import org.jspecify.annotations.NullMarked;
