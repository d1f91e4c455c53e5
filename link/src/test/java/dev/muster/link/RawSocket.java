package dev.muster.link;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Somebody at the other end of a connection who does not do as we would. */
final class RawSocket implements AutoCloseable {

  private final Socket socket;
  private final DataInputStream in;

  RawSocket(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    socket.setSoTimeout(Math.toIntExact(Pair.PATIENCE.toMillis()));
  }

  static RawSocket dial(InetSocketAddress address) throws IOException {
    return new RawSocket(new Socket(address.getAddress(), address.getPort()));
  }

  void say(byte... bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void sayFrame(byte[] body) throws IOException {
    var size = body.length;
    say((byte) (size >> 24), (byte) (size >> 16), (byte) (size >> 8), (byte) size);
    say(body);
  }

  byte[] hearFrame() throws IOException {
    return in.readNBytes(in.readInt());
  }

  /** Waits until the other end hangs up; how many bytes it had still said. */
  int hearOut() throws IOException {
    int bytes = 0;
    while (in.read() >= 0) {
      bytes++;
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
