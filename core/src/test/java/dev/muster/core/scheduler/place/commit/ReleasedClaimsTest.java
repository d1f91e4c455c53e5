package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.core.scheduler.place.AttemptState;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReleasedClaimsTest {

  private final ManagedJob job = ManagedJob.of(job(2));
  private final ReleasedClaims claims = new ReleasedClaims(0, job.held);

  private long[] released() {
    return requireNonNull(claims.next()).released();
  }

  @Test
  void eachBeatReleasesWhatThereIsThenAndNoMore() {
    claims.add(7);
    assertThat(claims.next()).as("before the first beat").isNull();
    claims.beat();
    assertThat(released()).containsExactly(7);

    claims.add(8);
    assertThat(claims.next()).as("it waits for the next beat").isNull();
    claims.beat();
    assertThat(released()).containsExactly(8);
  }

  @Test
  void whatIsTooMuchForOneTransactionFollowsAtOnce() {
    for (int claim = 0; claim <= ReleasedClaims.RELEASE_BATCH; claim++) {
      claims.add(claim);
    }
    claims.beat();
    assertThat(released()).hasSize(ReleasedClaims.RELEASE_BATCH);
    assertThat(released()).containsExactly(ReleasedClaims.RELEASE_BATCH);
    assertThat(claims.next()).isNull();
  }

  @Test
  void ofInheritedClaimsThoseEndThatNoAttemptNeeds() {
    var needed = job.start(0, AttemptState.PLACED);
    claims.inherit(List.of(needed.id(), 77L));
    claims.beat();
    assertThat(claims.next()).as("it is not known yet which are needed").isNull();

    claims.settle();
    claims.beat();
    assertThat(released()).containsExactly(77);
    assertThat(needed.isClaimed()).as("so that its claim ends with it").isTrue();
    claims.settle();
    assertThat(claims.isEmpty()).as("once").isTrue();
  }
}
