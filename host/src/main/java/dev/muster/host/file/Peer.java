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
    return Listing.parse(request(path(output)).text(PeerRequest.THINK_LIMIT));
  }

  /** What its tasks of a stage wrote. */
  List<Logs.Log> logs(long job, String stage) throws IOException {
    return Logs.parse(request("/logs/" + job + "/" + stage).text());
  }

  /** What one task wrote there. */
  List<Logs.Log> logs(TaskOutput task) throws IOException {
    return Logs.parse(request(path("/logs/", task)).text());
  }

  InputStream log(TaskOutput task, String name) throws IOException {
    return request(path("/logs/", task) + "/" + name).open(0);
  }

  /** If it is a cell: who holds what a stage left. */
  List<Board.Holding> holdings(long job, String stage, String asker) throws IOException {
    return BoardText.parse(request("/holdings/" + job + "/" + stage + "/" + asker).text());
  }

  /** If it is a cell: who may have a content. */
  List<Peer> holders(Content content, String asker) throws IOException {
    var path = "/holders/" + content.sha256() + "/" + asker;
    var holders = new ArrayList<Peer>();
    for (var holding : BoardText.parse(request(path).text())) {
      holders.add(neighbour(holding.holder()));
    }
    return holders;
  }

  /** If it is a cell: one of its nodes, or itself where that node's files are its own. */
  Peer neighbour(Board.Holder holder) throws IOException {
    if (holder.address().isEmpty()) {
      return this;
    }
    try {
      return new Peer(holder.name(), HostPort.parse(holder.address()), secret);
    } catch (IllegalArgumentException malformed) {
      throw new IOException(holder.name() + " is said to be at " + holder.address(), malformed);
    }
  }

  /** If it is a cell: its jobs that have not ended. */
  public Board.Running running() throws IOException {
    return BoardText.parseRunning(request("/running").text());
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
    return path("/outputs/", output);
  }

  private static String path(String kind, TaskOutput output) {
    return kind + output.job() + "/" + output.stage() + "/" + output.index();
  }

  private PeerRequest request(String path) {
    return new PeerRequest(URI.create("http://" + HostPort.format(address) + path), secret);
  }
}
