package dev.muster.model.file.queue;

import dev.muster.model.file.Amount;
import dev.muster.model.file.Fields;
import dev.muster.model.file.JobLimits;
import dev.muster.model.file.OtherResources;
import dev.muster.model.file.Problems;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.text.Nearest;
import dev.muster.model.text.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads amounts of resources, each fixed or a share of the cell: {@code {cpu: 70%, gpu: 2}}. */
final class PortionsReader {

  private static final String OR_SHARE = ", or a share of the cell such as 70%";

  /** Far beyond any cell. */
  private static final long MAX_CPU_MILLIS = 1_000_000_000_000L;

  private static final long MAX_MEMORY_BYTES = 1L << 60;

  private static final Amount CPU =
      new Amount(
          "a number of cores such as 40 or 0.5" + OR_SHARE,
          Quantity::parseCpuMillis,
          Quantity::formatCpu,
          0,
          MAX_CPU_MILLIS);

  private static final Amount MEMORY =
      new Amount(
          "an amount of memory such as 100Gi" + OR_SHARE,
          Quantity::parseBytes,
          Quantity::formatBytes,
          0,
          MAX_MEMORY_BYTES);

  private static final Amount NAMED =
      new Amount(
          "a whole number" + OR_SHARE,
          PortionsReader::parseWhole,
          Quantity::formatCount,
          0,
          JobLimits.MAX_NAMED_RESOURCE);

  private PortionsReader() {}

  /** A field that holds nothing but amounts. */
  static Portions read(Fields queue, String field, Problems problems) {
    var mapping = queue.mapping(field);
    var names = OtherResources.in(mapping, queue.path(field), List.of(), problems);
    var known = OtherResources.known(List.of(), names);
    return read(new Fields(mapping, queue.path(field), known, problems), known);
  }

  /** The amounts of these resources, as far as the section has them. */
  static Portions read(Fields section, List<String> resources) {
    List<Portion> portions = new ArrayList<>();
    for (var resource : resources) {
      read(section, resource).ifPresent(portions::add);
    }
    return new Portions(portions);
  }

  private static Optional<Portion> read(Fields section, String resource) {
    var kind = kind(resource);
    var text = section.text(resource, kind.expected());
    var share = text.map(Quantity::parseShare).filter(each -> each.isPresent());
    if (share.isPresent()) {
      return share(section, resource, text.get(), share.get().getAsDouble());
    }
    var problem = text.map(kind::problem).orElse("");
    if (!problem.isEmpty()) {
      section.reject(resource, problem);
      return Optional.empty();
    }
    return text.map(amount -> Portion.fixed(resource, kind.of(amount)));
  }

  private static Optional<Portion> share(
      Fields section, String resource, String text, double share) {
    if (share >= 0 && share <= 1) {
      return Optional.of(Portion.ofCell(resource, share));
    }
    section.reject(resource, "must be from 0% to 100%, not " + Nearest.quote(text));
    return Optional.empty();
  }

  private static Amount kind(String resource) {
    return switch (resource) {
      case Portion.CPU -> CPU;
      case Portion.MEMORY -> MEMORY;
      default -> NAMED;
    };
  }

  private static OptionalLong parseWhole(String text) {
    return text.matches("[+-]?\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }
}
