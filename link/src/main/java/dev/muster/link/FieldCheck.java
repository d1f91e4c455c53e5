package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.Demand;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import dev.muster.model.file.JobLimits;
import dev.muster.model.rule.JobRules;
import dev.muster.wire.WireException;
import java.util.List;
import java.util.Map;

/**
 * The limits of fields that come from another process: what actors index, add up, divide by or
 * keep. Limits are far above real use; a peer that passes one is broken or hostile.
 */
final class FieldCheck {

  /** Characters of a detail, an attribute or a grant. */
  static final int MAX_TEXT = 1 << 20;

  /** Elements of a list: no scheduler has more reservations. */
  static final int MAX_LIST = ReservationId.MAX_SLOTS;

  /** Attributes of a machine, named resources, rows of a wait matrix. */
  static final int MAX_NAMED = 1_000;

  private static final int MAX_EXIT_CODE = 0xFFFF;

  /** Beyond all real amounts; sums over a cell stay within 64 bits. */
  private static final long MAX_AMOUNT = 1L << 53;

  private final Event message;

  FieldCheck(Event message) {
    this.message = message;
  }

  FieldCheck range(String field, long value, long least, long most) throws WireException {
    if (value < least || value > most) {
      throw wrong(field, value + ": it must be " + least + " to " + most);
    }
    return this;
  }

  FieldCheck notNegative(String field, long value) throws WireException {
    return range(field, value, 0, Long.MAX_VALUE);
  }

  /** Epochs count from 1. */
  FieldCheck epoch(String field, int epoch) throws WireException {
    return range(field, epoch, 1, Integer.MAX_VALUE);
  }

  FieldCheck reservation(long number) throws WireException {
    return notNegative("reservation", number);
  }

  FieldCheck task(long job, int stage, int index) throws WireException {
    return notNegative("job", job)
        .range("stage", stage, 0, JobRules.MAX_STAGES - 1)
        .range("index", index, 0, JobRules.MAX_TASKS - 1);
  }

  FieldCheck attempt(int attempt) throws WireException {
    return range("attempt", attempt, 1, Integer.MAX_VALUE);
  }

  FieldCheck duration(String field, long ns) throws WireException {
    return range(field, ns, 0, JobLimits.MAX_DURATION_NS);
  }

  FieldCheck text(String field, String value) throws WireException {
    return length(field, value.length(), MAX_TEXT);
  }

  FieldCheck length(String field, int length, int most) throws WireException {
    if (length > most) {
      throw wrong(field, "of length " + length + ": the limit is " + most);
    }
    return this;
  }

  FieldCheck numbers(String field, List<Long> numbers) throws WireException {
    length(field, numbers.size(), MAX_LIST);
    for (long number : numbers) {
      notNegative(field, number);
    }
    return this;
  }

  FieldCheck scheduler(Address<SchedulerEvent> address) throws WireException {
    if (address.role() != Role.SCHEDULER) {
      throw wrong("scheduler", String.valueOf(address));
    }
    return range("scheduler", address.index(), 0, ReservationId.MAX_SCHEDULERS - 1);
  }

  FieldCheck resources(String field, Resources amounts, long least) throws WireException {
    range(field, amounts.cpuMillis(), least, MAX_AMOUNT);
    range(field, amounts.memoryBytes(), least, MAX_AMOUNT);
    if (!amounts.named().isEmpty()) {
      length(field, amounts.named().size(), MAX_NAMED);
      for (long amount : amounts.named().values()) {
        range(field, amount, least, MAX_AMOUNT);
      }
    }
    return this;
  }

  FieldCheck size(String field, Resources amounts) throws WireException {
    return resources(field, amounts, 0);
  }

  /** Of a machine that was made smaller more may be used than there is. */
  FieldCheck free(Resources amounts) throws WireException {
    return resources("free", amounts, -MAX_AMOUNT);
  }

  FieldCheck attributes(Map<String, String> attributes) throws WireException {
    length("attributes", attributes.size(), MAX_NAMED);
    for (var each : attributes.entrySet()) {
      text("attributes", each.getKey()).text("attributes", each.getValue());
    }
    return this;
  }

  FieldCheck load(Load load) throws WireException {
    notNegative("load.queuedNs", load.queuedNs()).notNegative("load.runningNs", load.runningNs());
    return notNegative("load.idleNs", load.idleNs())
        .notNegative("load.delayNs", load.delayNs())
        .notNegative("load.opportunistic", load.opportunistic())
        .length("load.waits", load.waits().cpuNs().size(), MAX_NAMED)
        .length("load.waits", load.waits().memoryNs().size(), MAX_NAMED);
  }

  FieldCheck result(RunResult result) throws WireException {
    return range("exitCode", result.exitCode(), -1, MAX_EXIT_CODE)
        .text("detail", result.detail())
        .usage(result.usage())
        .tasks(result.lostInputs())
        .range("outputBytes", result.outputBytes(), 0, MAX_AMOUNT);
  }

  private FieldCheck tasks(RunResult.LostInputs lost) throws WireException {
    for (int task : lost.tasks()) {
      range("lostInputs.tasks", task, 0, JobRules.MAX_TASKS - 1);
    }
    return text("lostInputs.stage", lost.stage());
  }

  FieldCheck usage(Usage usage) throws WireException {
    return range("usage.cpuNs", usage.cpuNs(), 0, MAX_AMOUNT)
        .range("usage.peakMemoryBytes", usage.peakMemoryBytes(), 0, MAX_AMOUNT)
        .range("usage.readBytes", usage.readBytes(), 0, MAX_AMOUNT)
        .range("usage.writtenBytes", usage.writtenBytes(), 0, MAX_AMOUNT);
  }

  FieldCheck share(String field, double share) throws WireException {
    if (!(share >= 0 && share <= 1)) {
      throw wrong(field, share + ": it must be 0 to 1");
    }
    return this;
  }

  /** Divided by the weight of its user, a wait must stay a number, and so must sums of weights. */
  FieldCheck demand(Demand demand) throws WireException {
    double weight = demand.origin().weight();
    if (!(weight > 0 && weight <= Integer.MAX_VALUE)) {
      throw wrong("weight", weight + ": it must be above 0");
    }
    double drawWeight = demand.drawWeight();
    if (!(drawWeight >= 0 && drawWeight <= Integer.MAX_VALUE)) {
      throw wrong("drawWeight", drawWeight + ": it must not be negative");
    }
    return size("resources", demand.resources())
        .duration("estimateNs", demand.estimateNs())
        .range("yieldNs", demand.yieldNs(), 0, Demand.MAX_YIELD_NS)
        .notNegative("job", demand.origin().job())
        .text("user", demand.origin().user())
        .text("grant", demand.grant());
  }

  /** What a node does with the rest, a machine may refuse; it is not the actor's to know. */
  FieldCheck work(Work work) throws WireException {
    var limits = work.spec().limits();
    return task(work.job(), work.stage(), work.index())
        .attempt(work.attempt())
        .size("spec.resources", work.spec().resources())
        .range("spec.tasks", work.spec().tasks(), 0, JobRules.MAX_TASKS)
        .duration("spec.limits.estimateNs", limits.estimateNs())
        .duration("spec.limits.timeoutNs", limits.timeoutNs());
  }

  WireException wrong(String field, String value) {
    return new WireException(
        "`%s` of %s is %s".formatted(field, message.getClass().getSimpleName(), value));
  }
}
