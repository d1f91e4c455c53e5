package dev.muster.wire;

/** The values that are not made of others. */
enum Scalar implements Shape {
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
  };

  @Override
  public String layout() {
    return name();
  }
}
