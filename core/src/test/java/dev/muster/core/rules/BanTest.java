package dev.muster.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rule itself is tested: every planted offender is found, and nothing but them. */
final class BanTest {
  private static final List<String> BREACHES = Ban.breaches(List.of(ClassFiles.of(Planted.class)));

  static Stream<Member> planted() {
    return Stream.<Member>concat(
            Arrays.stream(Planted.class.getDeclaredMethods()),
            Arrays.stream(Planted.class.getDeclaredFields()))
        .filter(member -> !member.isSynthetic());
  }

  @ParameterizedTest
  @MethodSource("planted")
  void eachIsReportedWithItsReplacementOrNotAtAll(Member member) {
    var expected =
        Optional.ofNullable(((AnnotatedElement) member).getAnnotation(Breaks.class))
            .map(breaks -> breaks.value().replacement);
    var mine = BREACHES.stream().filter(line -> line.contains("." + member.getName() + "("));

    assertThat(mine.map(line -> line.substring(line.indexOf(": ") + 2)).distinct())
        .containsExactlyElementsOf(expected.stream().toList());
  }

  @Test
  void aBreachTellsClassMethodLineAndWhat() {
    assertThat(BREACHES)
        .anyMatch(
            line ->
                line.matches(
                    "dev\\.muster\\.core\\.rules\\.Planted\\.nanoTime\\(Planted\\.java:\\d+\\)"
                        + " has System\\.nanoTime: use the nowNs passed with the event"));
  }

  @Test
  void everyBanHasAnOffender() {
    assertThat(Ban.values())
        .allMatch(ban -> BREACHES.stream().anyMatch(line -> line.endsWith(ban.replacement)));
  }
}
