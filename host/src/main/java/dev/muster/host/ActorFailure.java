package dev.muster.host;

/** A state machine broke; what it says after that cannot be trusted, so its host stops. */
public final class ActorFailure extends RuntimeException {

  ActorFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
