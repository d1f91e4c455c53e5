/** Functions as users write them, put into a jar by {@code FunctionJar}. */
@NullMarked
package dev.muster.process.functions;

import org.jspecify.annotations.NullMarked;
