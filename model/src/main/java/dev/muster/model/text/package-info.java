/** Amounts, names and suggestions, as users read and type them. */
@NullMarked
package dev.muster.model.text;

import org.jspecify.annotations.NullMarked;
