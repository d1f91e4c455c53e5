package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.all;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.certain;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.job;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.sent;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent.RefineEstimates;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.estimated.EstimatedCell.Sent;
import dev.muster.model.Usage;
import dev.muster.model.WaitMatrix;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks are said to take 10 s and take 40 s; whether those after them are expected to. */
final class LearningTest {

  private static final long SAID_NS = 10 * S;
  private static final long TRUE_NS = 40 * S;

  private static final int NODES = 12;

  private EstimatedCell cell = new EstimatedCell(NODES);

  private void with(EstimatedOptions options) {
    cell = new EstimatedCell(NODES, options);
    idle();
  }

  private void idle() {
    var waits = new WaitMatrix[NODES];
    Arrays.fill(waits, all(0));
    cell.known(waits);
  }

  private List<Sent> plan(int number) {
    idle();
    return cell.plan(number, job(8, stage("a", 40, SAID_NS)));
  }

  /** Those that are sent as four of the first have ended. */
  private List<Sent> endFour(List<Sent> first) {
    first.subList(0, 4).forEach(each -> cell.running(each, 0, Usage.NONE));
    cell.cell.scheduler.after(TRUE_NS);
    idle();
    return first.subList(0, 4).stream().flatMap(each -> sent(cell.finish(each)).stream()).toList();
  }

  private static long estimateNs(Sent sent) {
    return sent.place().demand().estimateNs();
  }

  private List<RefineEstimates> refined(Sent waiting) {
    RecordingEffects out = cell.queued(waiting, S, all(S));
    return out.sent(RefineEstimates.class);
  }

  @Test
  void whatTasksTakeSaysWhatOthersWill() {
    with(certain());
    var first = plan(1);
    var next = endFour(first);

    assertThat(next).isNotEmpty();
    assertThat(estimateNs(next.getLast())).isEqualTo(TRUE_NS);
    assertThat(refined(first.get(7))).hasSize(1);
    assertThat(estimateNs(plan(2).getFirst())).as("a later run").isEqualTo(TRUE_NS);
  }

  @Test
  void withoutLearningEstimatesStayAsTheJobHasThem() {
    with(certain().withoutLearning());
    var first = plan(1);
    var next = endFour(first);

    assertThat(next).isNotEmpty().allMatch(each -> estimateNs(each) == SAID_NS);
    assertThat(refined(first.get(7))).isEmpty();
    assertThat(estimateNs(plan(2).getFirst())).as("a later run").isEqualTo(SAID_NS);
  }
}
