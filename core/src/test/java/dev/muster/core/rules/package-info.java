/**
 * The rules that the compiler cannot hold: nothing in core or model may depend on when, where or
 * how often it runs, and the packages of core use each other only along the path of a task.
 *
 * <p>They read byte code, so that lambdas and method references count too. Each ban names what to
 * use instead.
 */
@NullMarked
package dev.muster.core.rules;

import org.jspecify.annotations.NullMarked;
