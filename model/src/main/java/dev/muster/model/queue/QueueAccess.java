package dev.muster.model.queue;

import java.util.List;

/**
 * Who may use a queue and the queues below it, beside whoever may use those above.
 *
 * @param submit users who may submit jobs; {@link #EVERYONE} for all
 * @param administer users who may cancel, suspend and resume the jobs of others
 */
public record QueueAccess(List<String> submit, List<String> administer) {

  public static final String EVERYONE = "*";

  /** Nobody beside those who may use the queues above. */
  public static final QueueAccess NONE = new QueueAccess(List.of(), List.of());

  public static final QueueAccess OPEN = new QueueAccess(List.of(EVERYONE), List.of());

  public QueueAccess {
    submit = List.copyOf(submit);
    administer = List.copyOf(administer);
  }

  boolean maySubmit(String user) {
    return submit.contains(EVERYONE) || submit.contains(user) || administer.contains(user);
  }

  boolean mayAdminister(String user) {
    return administer.contains(EVERYONE) || administer.contains(user);
  }
}
