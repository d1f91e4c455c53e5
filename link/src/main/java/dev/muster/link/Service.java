package dev.muster.link;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The one method of the one service: a stream of envelopes in both directions. */
final class Service {

  static final String NAME = "muster.Link";

  static final MethodDescriptor<Envelope, Envelope> CARRY =
      MethodDescriptor.<Envelope, Envelope>newBuilder()
          .setType(MethodType.BIDI_STREAMING)
          .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, "Carry"))
          .setRequestMarshaller(new Bytes())
          .setResponseMarshaller(new Bytes())
          .build();

  /** How many envelopes may come before the first of them is dealt with. */
  static final int WINDOW = 64;

  private Service() {}

  private static final class Bytes implements MethodDescriptor.Marshaller<Envelope> {

    @Override
    public InputStream stream(Envelope envelope) {
      return new Sized(envelope.bytes());
    }

    @Override
    public Envelope parse(InputStream stream) {
      try (stream) {
        return new Envelope(stream.readAllBytes());
      } catch (IOException broken) {
        throw Status.INTERNAL.withCause(broken).asRuntimeException();
      }
    }
  }

  /** Spares gRPC a copy to find out how long it is. */
  private static final class Sized extends ByteArrayInputStream implements KnownLength {
    Sized(byte[] bytes) {
      super(bytes);
    }
  }
}
