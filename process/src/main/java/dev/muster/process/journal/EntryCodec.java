package dev.muster.process.journal;

import dev.muster.core.event.NodeEvent.AdoptRun;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.process.linux.ProcessId;
import dev.muster.wire.EventCodec;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;

/**
 * Entries as bytes: a kind and what belongs to it. What is large in them lies as the events that a
 * node receives about it do.
 */
final class EntryCodec {
  private static final int BEGUN = 0;
  private static final int STARTED = 1;
  private static final int END_REQUESTED = 2;
  private static final int ENDED = 3;
  private static final int FORGOTTEN = 4;
  private static final int PROMOTED = 5;
  private static final int KINDS = 6;

  private EntryCodec() {}

  static byte[] encode(JournalEntry entry) {
    var out = new WireWriter();
    switch (entry) {
      case JournalEntry.RunBegun(var launch, var group, var boot, var uptimeNs) -> {
        out.unsigned(BEGUN);
        EventCodec.write(new AdoptRun(launch, uptimeNs), out);
        out.text(group).text(boot);
      }
      case JournalEntry.RunStarted(var run, ProcessId(var pid, var startTick)) ->
          out.unsigned(STARTED).signed(run).signed(pid).signed(startTick);
      case JournalEntry.EndRequested(var run) -> out.unsigned(END_REQUESTED).signed(run);
      case JournalEntry.RunPromoted(var run) -> out.unsigned(PROMOTED).signed(run);
      case JournalEntry.RunEnded(var run, var result) -> {
        out.unsigned(ENDED);
        EventCodec.write(new RunExited(run, result), out);
      }
      case JournalEntry.RunForgotten(var run) -> out.unsigned(FORGOTTEN).signed(run);
    }
    return out.toBytes();
  }

  static JournalEntry decode(byte[] bytes) throws WireException {
    var in = new WireReader(bytes);
    var entry = read(in.choice(KINDS), in);
    in.expectEnd();
    return entry;
  }

  private static JournalEntry read(int kind, WireReader in) throws WireException {
    return switch (kind) {
      case BEGUN -> begun(in);
      case STARTED ->
          new JournalEntry.RunStarted(in.signed(), new ProcessId(in.signedInt(), in.signed()));
      case END_REQUESTED -> new JournalEntry.EndRequested(in.signed());
      case ENDED -> ended(in);
      case PROMOTED -> new JournalEntry.RunPromoted(in.signed());
      default -> new JournalEntry.RunForgotten(in.signed());
    };
  }

  private static JournalEntry begun(WireReader in) throws WireException {
    if (EventCodec.read(in) instanceof AdoptRun(var launch, var uptimeNs)) {
      return new JournalEntry.RunBegun(launch, in.text(), in.text(), uptimeNs);
    }
    throw new WireException("a run that began is not described by its launch");
  }

  private static JournalEntry ended(WireReader in) throws WireException {
    if (EventCodec.read(in) instanceof RunExited(var run, var result)) {
      return new JournalEntry.RunEnded(run, result);
    }
    throw new WireException("a run that ended is not described by its result");
  }
}
