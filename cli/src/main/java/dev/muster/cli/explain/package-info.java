/** Why tasks are where they are, or still wait: what a user asks for, and how the answer looks. */
@NullMarked
package dev.muster.cli.explain;

import org.jspecify.annotations.NullMarked;
