package dev.muster.host.file;

import dev.muster.host.Refusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks all who should have what a stage left what they do have, side by side. */
record RollCall(long job, String stage) {

  /** How many are asked at the same time. */
  static final int MAX_PARALLEL = 64;

  /** Somebody to ask, and what it should have. */
  record Asked(Board.Holding holding, Peer peer) {}

  /**
   * @param problem why it does not say; empty if it does
   */
  record Answer(Asked asked, List<Integer> held, String problem) {

    /** For one of those outputs that it should have and that can't be had from it. */
    String excuse() {
      return problem.isEmpty() ? "no longer has it" : "does not answer: " + problem;
    }
  }

  List<Answer> answers(List<Asked> all) throws InterruptedException {
    var factory = Thread.ofVirtual().name("ask-", 0).factory();
    try (var threads = Executors.newFixedThreadPool(MAX_PARALLEL, factory)) {
      var questions = new ArrayList<Callable<Answer>>();
      all.forEach(each -> questions.add(() -> ask(each)));
      return threads.invokeAll(questions).stream().map(Future::resultNow).toList();
    }
  }

  private Answer ask(Asked asked) {
    try {
      return new Answer(asked, asked.peer().held(job, stage), "");
    } catch (IOException silent) {
      return new Answer(asked, List.of(), Refusal.reason(silent));
    }
  }
}
