package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Role;
import dev.muster.wire.EventCodec;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** Some events that travel together, as bytes: each is its address and itself. */
final class Envelope {

  /** How many parcels go into one. */
  static final int MAX_PARCELS = 1_024;

  /** Up to so many are few: whoever opens the envelope has time for them. */
  static final int FEW_PARCELS = 32;

  /** No parcel is added beyond this; a single one may be larger. */
  static final int FULL_BYTES = 256 << 10;

  /** The largest that is sent or taken in. */
  static final int MAX_BYTES = EventCodec.MAX_MESSAGE_BYTES + FULL_BYTES;

  private static final List<Role> ROLES = List.of(Role.values());

  private final byte[] bytes;

  Envelope(byte[] bytes) {
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Writes a parcel behind those that are there. */
  static void add(Parcel parcel, WireWriter out) {
    out.unsigned(parcel.to().role().ordinal()).signed(parcel.to().index());
    EventCodec.write(parcel.event(), out);
  }

  List<Parcel> open() throws WireException {
    var in = new WireReader(bytes);
    var parcels = new ArrayList<Parcel>();
    while (!in.atEnd()) {
      var to = new Address<>(ROLES.get(in.choice(ROLES.size())), in.signedInt());
      parcels.add(new Parcel(to, EventCodec.read(in)));
    }
    return parcels;
  }
}
