package dev.muster.host.file;

import dev.muster.model.FileRef;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Another node, or a submitter, that serves its files over HTTP.
 *
 * @param address where its {@link FileServer} listens
 * @param secret that of the cell
 */
public record Peer(String name, InetSocketAddress address, String secret) implements FileSource {

  @Override
  public InputStream open(Content content, long from) throws IOException {
    return request("/files/" + content.sha256()).open(from);
  }

  /** The tasks of a stage whose outputs it holds. */
  List<Integer> held(long job, String stage) throws IOException {
    var held = new ArrayList<Integer>();
    for (var line : request("/outputs/" + job + "/" + stage).text().lines().toList()) {
      try {
        held.add(Integer.parseInt(line));
      } catch (NumberFormatException malformed) {
        throw new IOException("names a task `" + line + "`", malformed);
      }
    }
    return held;
  }

  /** The files of an output. */
  List<FileRef> listing(TaskOutput output) throws IOException {
    return Listing.parse(request(path(output)).text());
  }

  /** Itself, as one who has these files. */
  FileSource of(TaskOutput output) {
    return new FileSource() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public InputStream open(Content content, long from) throws IOException {
        return request(path(output) + "/" + content.sha256()).open(from);
      }
    };
  }

  private static String path(TaskOutput output) {
    return "/outputs/" + output.job() + "/" + output.stage() + "/" + output.index();
  }

  private PeerRequest request(String path) {
    var host = address.getHostString();
    var shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return new PeerRequest(URI.create("http://" + shown + ":" + address.getPort() + path), secret);
  }
}
