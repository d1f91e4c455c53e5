package dev.muster.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.sim.experiment.Parameter.Choice;
import dev.muster.sim.experiment.Parameter.Decimal;
import dev.muster.sim.experiment.Parameter.Domain;
import dev.muster.sim.experiment.Parameter.FileName;
import dev.muster.sim.experiment.Parameter.FolderName;
import dev.muster.sim.experiment.Parameter.Subset;
import dev.muster.sim.experiment.Parameter.Whole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentFileTest {

  @Test
  void everyDefaultIsAValueOfItsParameter() {
    for (var experiment : Experiments.all()) {
      for (var parameter : experiment.parameters()) {
        var value = parameter.defaultValue();
        boolean none = parameter.domain() instanceof FileName && value.isEmpty();
        assertThat(none || parameter.domain().takes(value))
            .as(experiment.name() + " " + parameter)
            .isTrue();
      }
    }
  }

  @Test
  void noParameterIsThereTwiceAndTheSeedComesLast() {
    for (var experiment : Experiments.all()) {
      assertThat(experiment.parameters())
          .extracting(Parameter::name)
          .as(experiment.name())
          .doesNotHaveDuplicates()
          .last()
          .isEqualTo("seed");
    }
  }

  @Test
  void namesAreThereOnce() {
    assertThat(Experiments.all()).extracting(Experiment::name).doesNotHaveDuplicates();
  }

  @Test
  void theClaimsThatAnExperimentNamesAreThoseOfItsValues() {
    for (var experiment : Experiments.all()) {
      var ids = experiment.values().values().stream().map(PaperValue::id).distinct().toList();
      var named = experiment.about().replaceAll("(?<=\\d):.*", "");
      assertThat(ids)
          .as(experiment.name())
          .hasSameElementsAs(ids.isEmpty() ? List.of() : List.of(named.split(", ")));
    }
  }

  @Test
  void aDomainIsReadAsItIsWritten() {
    assertThat(Domain.of("0.01 to 0.99")).isEqualTo(new Decimal(0.01, 0.99, false));
    assertThat(Domain.of("1 to 100 each")).isEqualTo(new Decimal(1, 100, true));
    assertThat(Domain.of("whole 1 to 9")).isEqualTo(new Whole(1, 9));
    assertThat(Domain.of("file")).isEqualTo(new FileName());
    assertThat(Domain.of("folder")).isEqualTo(new FolderName());
    assertThat(Domain.of("some of a, b")).isEqualTo(new Subset(List.of("a", "b")));
    assertThat(Domain.of("fit, sequence")).isEqualTo(new Choice(List.of("fit", "sequence")));
  }

  @Test
  void someOfWordsTakesOneOrMoreOfThem(@TempDir Path folder) throws Exception {
    var words = Domain.of("some of all, a, b");
    var file = Files.createFile(folder.resolve("file"));

    assertThat(List.of("a", "b:a", "all")).allMatch(words::takes);
    assertThat(List.of("", "c", "a:c", "a,b", "a:")).noneMatch(words::takes);
    assertThat(Domain.of("folder").takes(folder.toString())).isTrue();
    assertThat(Domain.of("folder").takes("")).as("none").isTrue();
    assertThat(Domain.of("folder").takes(file.toString())).isFalse();
  }

  @Test
  void everyDeclarationHasAProcedure() {
    assertThatThrownBy(() -> ExperimentFile.read("experiments.txt", Map.of()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("sampled/steady");
  }
}
