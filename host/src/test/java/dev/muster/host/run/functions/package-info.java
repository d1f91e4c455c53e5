/** Functions as users write them, put into a jar by {@code FunctionJar}. */
@NullMarked
package dev.muster.host.run.functions;

import org.jspecify.annotations.NullMarked;
