package dev.muster.wire;

/**
 * A count and so many numbers, without an object for each. So many bytes at least are there as the
 * count says, so that a lie about it allocates little.
 */
enum ArrayShape implements Shape {
  LONGS {
    @Override
    public void write(Object value, WireWriter out) {
      var numbers = (long[]) value;
      out.unsigned(numbers.length);
      for (long number : numbers) {
        out.signed(number);
      }
    }

    @Override
    public Object read(WireReader in) throws WireException {
      var numbers = new long[in.length()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = in.signed();
      }
      return numbers;
    }
  },

  INTS {
    @Override
    public void write(Object value, WireWriter out) {
      var numbers = (int[]) value;
      out.unsigned(numbers.length);
      for (int number : numbers) {
        out.signed(number);
      }
    }

    @Override
    public Object read(WireReader in) throws WireException {
      var numbers = new int[in.length()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = in.signedInt();
      }
      return numbers;
    }
  };

  @Override
  public String layout() {
    return name();
  }
}
