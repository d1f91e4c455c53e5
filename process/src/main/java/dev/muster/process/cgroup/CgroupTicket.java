package dev.muster.process.cgroup;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What has to be known of a group to find it again.
 *
 * @param name its directory below that of all groups
 * @param before what it had counted when its run began
 */
record CgroupTicket(String name, List<Long> before) {
  static Optional<CgroupTicket> parse(String text) {
    var fields = List.of(text.split(" "));
    try {
      var before = fields.stream().skip(1).map(Long::valueOf).toList();
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(new CgroupTicket(fields.getFirst(), before));
    } catch (NumberFormatException notOurs) {
      return Optional.empty();
    }
  }

  static Set<String> names(Set<String> tickets) {
    return tickets.stream()
        .flatMap(each -> parse(each).stream())
        .map(CgroupTicket::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Zero for what the ticket does not say. */
  long before(int index) {
    return index < before.size() ? before.get(index) : 0;
  }

  @Override
  public String toString() {
    var text = new StringBuilder(name);
    before.forEach(number -> text.append(' ').append(number));
    return text.toString();
  }
}
