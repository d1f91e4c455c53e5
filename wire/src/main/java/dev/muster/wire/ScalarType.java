package dev.muster.wire;

/**
 * The values that are not made of others. An array is a count and so many numbers, without an
 * object for each; so many bytes at least are there as the count says, so that a lie about the
 * count allocates little.
 */
enum ScalarType implements WireType {
  LONG {
    @Override
    public void write(Object value, WireWriter out) {
      out.signed((Long) value);
    }

    @Override
    public Object read(WireReader in) throws WireException {
      return in.signed();
    }
  },

  INT {
    @Override
    public void write(Object value, WireWriter out) {
      out.signed((Integer) value);
    }

    @Override
    public Object read(WireReader in) throws WireException {
      return in.signedInt();
    }
  },

  DOUBLE {
    @Override
    public void write(Object value, WireWriter out) {
      out.signed(Double.doubleToLongBits((Double) value));
    }

    @Override
    public Object read(WireReader in) throws WireException {
      return Double.longBitsToDouble(in.signed());
    }
  },

  BOOLEAN {
    @Override
    public void write(Object value, WireWriter out) {
      out.unsigned((Boolean) value ? 1 : 0);
    }

    @Override
    public Object read(WireReader in) throws WireException {
      return in.choice(2) == 1;
    }
  },

  TEXT {
    @Override
    public void write(Object value, WireWriter out) {
      out.text((String) value);
    }

    @Override
    public Object read(WireReader in) throws WireException {
      return in.text();
    }
  },

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
