package dev.muster.link;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;

/** The cell's end of the stream of one node; used on the thread of the link only. */
final class Line implements Outbox.Stream {

  private final ServerCall<Envelope, Envelope> call;
  private final int index;
  private final Outbox outbox;
  private boolean closed;

  Line(ServerCall<Envelope, Envelope> call, int index, LinkThread thread, Traffic traffic) {
    this.call = call;
    this.index = index;
    this.outbox = new Outbox(this, thread, traffic);
  }

  void begin(Welcome welcome) {
    call.sendHeaders(welcome.headers());
    call.request(Service.WINDOW);
  }

  int index() {
    return index;
  }

  Outbox outbox() {
    return outbox;
  }

  /** One envelope was dealt with, another may come. */
  void more() {
    if (!closed) {
      call.request(1);
    }
  }

  @Override
  public boolean isReady() {
    return !closed && !call.isCancelled() && call.isReady();
  }

  @Override
  public void send(Envelope envelope) {
    call.sendMessage(envelope);
  }

  /** Ends the stream from here; the node will dial again. */
  void close(String why) {
    outbox.close();
    if (!closed && !call.isCancelled()) {
      closed = true;
      call.close(Status.ABORTED.withDescription(why), new Metadata());
    }
  }
}
