package dev.muster.link;

import dev.muster.core.actor.Lifecycle;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;

/**
 * The states of a connection. Changed on the event loop of its channel only.
 *
 * <pre>
 *   CONNECTING ──► HANDSHAKE ──► OPEN ──► CLOSING ──► CLOSED
 *        │             ├───────────────────► ▲          ▲
 *        └─────────────┴─ the peer closes ─── (OPEN) ───┘
 * </pre>
 */
enum ConnectionState implements Lifecycle.State<ConnectionState> {
  CONNECTING,
  HANDSHAKE,
  /** Both ends know each other; frames are envelopes. */
  OPEN,
  CLOSING,
  CLOSED;

  private static final AttributeKey<ConnectionState> KEY =
      AttributeKey.valueOf(ConnectionState.class, "state");

  @Override
  public boolean mayBecome(ConnectionState next) {
    return switch (this) {
      case CONNECTING -> next == HANDSHAKE || next == CLOSED;
      case HANDSHAKE -> next == OPEN || next == CLOSING || next == CLOSED;
      case OPEN -> next == CLOSING || next == CLOSED;
      case CLOSING -> next == CLOSED;
      case CLOSED -> false;
    };
  }

  static ConnectionState of(Channel channel) {
    var state = channel.attr(KEY).get();
    return state == null ? CONNECTING : state;
  }

  static void change(Channel channel, ConnectionState next) {
    var state = of(channel);
    assert state.mayBecome(next) : "a connection that is " + state + " may not become " + next;
    channel.attr(KEY).set(next);
  }
}
