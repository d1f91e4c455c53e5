package dev.muster.core.rules;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Marks a planted offender with the ban that must find it. */
@Retention(RetentionPolicy.RUNTIME)
@interface Breaks {
  Ban value();
}
