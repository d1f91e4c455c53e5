package dev.muster.process.journal;

import dev.muster.core.actor.Launch;
import dev.muster.model.RunResult;
import dev.muster.process.linux.ProcessId;
import dev.muster.wire.RecordCodecs;
import dev.muster.wire.UnknownKindException;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Entries as bytes: {@code JournalEntry} of {@code files.proto}, one message for all kinds, each
 * with the fields that it needs.
 */
final class EntryCodec {

  private static final int KIND = 1;
  private static final int RUN = 2;
  private static final int LAUNCH = 3;
  private static final int GROUP = 4;
  private static final int BOOT = 5;
  private static final int UPTIME_NS = 6;
  private static final int PID = 7;
  private static final int START_TICK = 8;
  private static final int RESULT = 9;

  private static final int BEGUN = 1;
  private static final int STARTED = 2;
  private static final int END_REQUESTED = 3;
  private static final int ENDED = 4;
  private static final int FORGOTTEN = 5;
  private static final int PROMOTED = 6;

  private int kind;
  private long run;
  private @Nullable Launch launch;
  private String group = "";
  private String boot = "";
  private long uptimeNs;
  private int pid;
  private long startTick;
  private @Nullable RunResult result;

  private EntryCodec() {}

  static byte[] encode(JournalEntry entry) {
    var out = new WireWriter().number(KIND, kind(entry)).signed(RUN, entry.run());
    switch (entry) {
      case JournalEntry.RunBegun(var started, var cgroup, var bootId, var sinceNs) -> {
        int at = out.begin(LAUNCH);
        RecordCodecs.writeLaunch(started, out);
        out.endElement(at);
        out.text(GROUP, cgroup).text(BOOT, bootId).signed(UPTIME_NS, sinceNs);
      }
      case JournalEntry.RunStarted(_, var process) ->
          out.signed(PID, process.pid()).signed(START_TICK, process.startTick());
      case JournalEntry.RunEnded(_, var end) -> {
        int at = out.begin(RESULT);
        RecordCodecs.writeRunResult(end, out);
        out.endElement(at);
      }
      case JournalEntry.EndRequested _,
          JournalEntry.RunPromoted _,
          JournalEntry.RunForgotten _ -> {}
    }
    return out.toBytes();
  }

  private static int kind(JournalEntry entry) {
    return switch (entry) {
      case JournalEntry.RunBegun _ -> BEGUN;
      case JournalEntry.RunStarted _ -> STARTED;
      case JournalEntry.EndRequested _ -> END_REQUESTED;
      case JournalEntry.RunEnded _ -> ENDED;
      case JournalEntry.RunForgotten _ -> FORGOTTEN;
      case JournalEntry.RunPromoted _ -> PROMOTED;
    };
  }

  /**
   * @throws UnknownKindException if a newer build has written the entry, and this one cannot know
   *     it
   */
  static JournalEntry decode(byte[] bytes) throws WireException {
    var in = new WireReader(bytes);
    var fields = new EntryCodec();
    while (in.hasMore()) {
      fields.read(in.tag(), in);
    }
    return fields.entry(in);
  }

  private void read(int tag, WireReader in) throws WireException {
    switch (tag) {
      case KIND << 3 -> kind = in.number();
      case RUN << 3 -> run = in.signed();
      case LAUNCH << 3 | WireReader.LENGTH -> launch = RecordCodecs.readLaunch(in.part());
      case GROUP << 3 | WireReader.LENGTH -> group = in.text();
      case BOOT << 3 | WireReader.LENGTH -> boot = in.text();
      case UPTIME_NS << 3 -> uptimeNs = in.signed();
      case PID << 3 -> pid = in.signedInt();
      case START_TICK << 3 -> startTick = in.signed();
      case RESULT << 3 | WireReader.LENGTH -> result = RecordCodecs.readRunResult(in.part());
      default -> in.skip(tag);
    }
  }

  private JournalEntry entry(WireReader in) throws WireException {
    return switch (kind) {
      case BEGUN -> new JournalEntry.RunBegun(present(launch, in), group, boot, uptimeNs);
      case STARTED -> new JournalEntry.RunStarted(run, new ProcessId(pid, startTick));
      case END_REQUESTED -> new JournalEntry.EndRequested(run);
      case ENDED -> new JournalEntry.RunEnded(run, present(result, in));
      case FORGOTTEN -> new JournalEntry.RunForgotten(run);
      case PROMOTED -> new JournalEntry.RunPromoted(run);
      default -> throw in.unknown("journal entry");
    };
  }

  private static <T> T present(@Nullable T part, WireReader in) throws WireException {
    if (part == null) {
      throw in.malformed("an entry without what it is about");
    }
    return part;
  }
}
