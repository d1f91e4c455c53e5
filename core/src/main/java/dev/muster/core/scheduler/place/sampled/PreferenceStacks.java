package dev.muster.core.scheduler.place.sampled;

/**
 * A stack of preferences for each place, on which a preference is at most once; in one flat array.
 */
final class PreferenceStacks {

  private final Preferences preferences;

  /** The stack of a place: of what is in {@code stacked}, {@code height} from {@code start}. */
  private final int[] start;

  private final int[] height;
  private final int[] stacked;
  private final boolean[] isStacked;

  /** With all preferences, those of the first task on top. */
  PreferenceStacks(Preferences preferences) {
    this.preferences = preferences;
    this.start = new int[preferences.places() + 1];
    this.height = new int[preferences.places()];
    this.stacked = new int[preferences.count()];
    this.isStacked = new boolean[preferences.count()];
    for (int preference = 0; preference < preferences.count(); preference++) {
      start[preferences.placeOf(preference) + 1]++;
    }
    for (int place = 0; place < height.length; place++) {
      start[place + 1] += start[place];
    }
    for (int preference = preferences.count() - 1; preference >= 0; preference--) {
      put(preference);
    }
  }

  /** Puts a preference on top, unless it is somewhere on its stack. */
  void put(int preference) {
    if (!isStacked[preference]) {
      isStacked[preference] = true;
      int place = preferences.placeOf(preference);
      stacked[start[place] + height[place]++] = preference;
    }
  }

  /** Takes the topmost preference for this place; -1 where there is none. */
  int take(int place) {
    if (height[place] == 0) {
      return -1;
    }
    int preference = stacked[start[place] + --height[place]];
    isStacked[preference] = false;
    return preference;
  }
}
