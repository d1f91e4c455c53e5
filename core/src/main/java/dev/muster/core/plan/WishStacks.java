package dev.muster.core.plan;

/** A stack of wishes for each place, on which a wish is at most once; in one flat array. */
final class WishStacks {

  private final Wishes wishes;

  /** The stack of a place: of what is in {@code stacked}, {@code height} from {@code start}. */
  private final int[] start;

  private final int[] height;
  private final int[] stacked;
  private final boolean[] isStacked;

  /** With all wishes, those of the first task on top. */
  WishStacks(Wishes wishes) {
    this.wishes = wishes;
    this.start = new int[wishes.places() + 1];
    this.height = new int[wishes.places()];
    this.stacked = new int[wishes.count()];
    this.isStacked = new boolean[wishes.count()];
    for (int wish = 0; wish < wishes.count(); wish++) {
      start[wishes.placeOf(wish) + 1]++;
    }
    for (int place = 0; place < height.length; place++) {
      start[place + 1] += start[place];
    }
    for (int wish = wishes.count() - 1; wish >= 0; wish--) {
      put(wish);
    }
  }

  /** Puts a wish on top, unless it is somewhere on its stack. */
  void put(int wish) {
    if (!isStacked[wish]) {
      isStacked[wish] = true;
      int place = wishes.placeOf(wish);
      stacked[start[place] + height[place]++] = wish;
    }
  }

  /** Takes the topmost wish for this place; -1 where there is none. */
  int take(int place) {
    if (height[place] == 0) {
      return -1;
    }
    int wish = stacked[start[place] + --height[place]];
    isStacked[wish] = false;
    return wish;
  }
}
