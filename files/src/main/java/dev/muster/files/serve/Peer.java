package dev.muster.files.serve;

import dev.muster.files.content.Content;
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
    return open(content, from, false);
  }

  @Override
  public InputStream open(Content content, long from, boolean yields) throws IOException {
    return request("/files/" + content.sha256()).open(from, yields);
  }

  public List<Integer> held(long job, String stage) throws IOException {
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

  public List<FileRef> listing(Outputs.OutputKey output) throws IOException {
    return Outputs.Listing.parse(request(path(output)).text(PeerRequest.THINK_LIMIT));
  }

  public List<Logs.LogInfo> logs(long job, String stage) throws IOException {
    return Logs.parse(request("/logs/" + job + "/" + stage).text());
  }

  public List<Logs.LogInfo> logs(Outputs.OutputKey task) throws IOException {
    return Logs.parse(request(path("/logs/", task)).text());
  }

  public InputStream log(Outputs.OutputKey task, String name) throws IOException {
    return request(path("/logs/", task) + "/" + name).open(0, false);
  }

  public List<FileLocations.HeldOutputs> holdings(long job, String stage, String asker)
      throws IOException {
    return LocationsText.parse(request("/holdings/" + job + "/" + stage + "/" + asker).text());
  }

  public List<Peer> holders(Content content, String asker) throws IOException {
    var path = "/holders/" + content.sha256() + "/" + asker;
    var holders = new ArrayList<Peer>();
    for (var holding : LocationsText.parse(request(path).text())) {
      holders.add(neighbour(holding.holder()));
    }
    return holders;
  }

  /** If it is a cell: one of its nodes, or itself where that node's files are its own. */
  public Peer neighbour(FileLocations.Holder holder) throws IOException {
    if (holder.address().isEmpty()) {
      return this;
    }
    try {
      return new Peer(holder.name(), HostPort.parse(holder.address()), secret);
    } catch (IllegalArgumentException malformed) {
      throw new IOException(holder.name() + " is said to be at " + holder.address(), malformed);
    }
  }

  public FileLocations.Running running() throws IOException {
    return LocationsText.parseRunning(request("/running").text());
  }

  public FileSource of(Outputs.OutputKey output) {
    return new FileSource() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public InputStream open(Content content, long from) throws IOException {
        return open(content, from, false);
      }

      @Override
      public InputStream open(Content content, long from, boolean yields) throws IOException {
        return request(path(output) + "/" + content.sha256()).open(from, yields);
      }
    };
  }

  private static String path(Outputs.OutputKey output) {
    return path("/outputs/", output);
  }

  private static String path(String kind, Outputs.OutputKey output) {
    return kind + output.job() + "/" + output.stage() + "/" + output.index();
  }

  private PeerRequest request(String path) {
    return new PeerRequest(URI.create("http://" + HostPort.format(address) + path), secret);
  }
}
