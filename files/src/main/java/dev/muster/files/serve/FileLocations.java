package dev.muster.files.serve;

import java.util.List;

/** What a cell knows of where files are, for its nodes to ask. */
public interface FileLocations {
  /** Who holds the outputs of a stage; the requester will hold copies soon. */
  List<HeldOutputs> holdings(long job, String stage, String asker);

  /** A few nodes that may have a content; the requester will have it soon. */
  List<Holder> holders(String sha256, String asker);

  Running running();

  /**
   * Which jobs of a cell have not ended.
   *
   * @param last the highest number that it gave to a job; other cells of its home may have given
   *     higher ones
   * @param jobs those that have not ended
   */
  record Running(long last, List<Long> jobs) {
    public Running {
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * A node that serves files.
   *
   * @param address HOST:PORT; empty if all that it has lies in the home of the cell
   */
  record Holder(String name, String address) {

    /** In place of a node: the outputs are lost, and made again. */
    public static final Holder NOBODY = new Holder("nobody", "");

    /** In place of an address: the node was never heard of, or is forgotten. */
    public static final String UNKNOWN = "?";
  }

  /**
   * @param tasks those that ended well there and left something; none for one that may merely have
   *     copies
   */
  record HeldOutputs(Holder holder, List<Integer> tasks) {
    public HeldOutputs {
      tasks = List.copyOf(tasks);
    }
  }
}
