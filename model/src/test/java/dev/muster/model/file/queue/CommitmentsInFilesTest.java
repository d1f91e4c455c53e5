package dev.muster.model.file.queue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files whose queues promise each other more than they have, whatever the size of the cell. */
class CommitmentsInFilesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a: {guaranteed: {cpu: 70%}}, b: {guaranteed: {cpu: 31%}} | 1:9: queues: of cpu they are guaranteed 101% together, and the cell has 100%: a 70%, b 31%",
        "a: {guaranteed: {gpu: 100%}}, b: {guaranteed: {gpu: 1}} | 1:9: queues: of gpu they are guaranteed 100% + 1 together, and the cell has 100%: a 100%, b 1",
        "a: {guaranteed: {cpu: 10%}, queues: {b: {guaranteed: {cpu: 11%}}}} | 1:46: queues.a.queues: of cpu they are guaranteed 11% together, and `a` 10%: b 11%",
        "a: {guaranteed: {cpu: 10}, queues: {b: {guaranteed: {cpu: 5.5}}, c: {guaranteed: {cpu: 5}}}} | 1:45: queues.a.queues: of cpu they are guaranteed 10.5 together, and `a` 10: b 5.5, c 5",
        "a: {guaranteed: {cpu: 10}, queues: {b: {guaranteed: {cpu: 10}}, c: {guaranteed: {cpu: 1%}}}} | 1:45: queues.a.queues: of cpu they are guaranteed 1% + 10 together, and `a` 10: b 10, c 1%",
        "a: {guaranteed: {cpu: 50%}, queues: {b: {guaranteed: {memory: 1Gi}}}} | 1:46: queues.a.queues: of memory they are guaranteed 1Gi together, and `a` nothing: b 1Gi",
        "a: {guaranteed: {cpu: 50%}, max: {cpu: 40%}} | 1:32: queues.a.guaranteed.cpu: is 50%, beyond its `max`, 40%",
        "a: {guaranteed: {memory: 2Gi}, max: {memory: 1536Mi}} | 1:35: queues.a.guaranteed.memory: is 2Gi, beyond its `max`, 1536Mi",
        "a: {guaranteed: {cpu: 40}, max: {cpu: 60%}, queues: {b: {guaranteed: {cpu: 40}, queues: {c: {guaranteed: {cpu: 40}, max: {cpu: 39}}}}}} | 1:121: queues.a.queues.b.queues.c.guaranteed.cpu: is 40, beyond its `max`, 39",
        "a: {tokens: 10, queues: {b: {tokens: 6}, c: {tokens: 5}, d: }} | 1:34: queues.a.queues: have 11 tokens together, and `a` 10: b 6, c 5",
      })
  void tooMuch(String queues, String problem) {
    Queues.problems("queues: {" + queues + "}", problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a: {guaranteed: {cpu: 70%}}, b: {guaranteed: {cpu: 30%}}",
        "a: {guaranteed: {cpu: 29%}, queues: {b: {guaranteed: {cpu: 14%}}, c: {guaranteed: {cpu: 15%}}}}",
        "a: {guaranteed: {cpu: 40%}, max: {cpu: 40%}}",
        "a: {guaranteed: {cpu: 40%}, max: {memory: 1%}}",
        "a: {max: {cpu: 10%}, queues: {b: {max: {cpu: 20%}}}}",
        "a: {tokens: 10, queues: {b: {tokens: 5}, c: {tokens: 5}, d: }}",
        "a: {queues: {b: {tokens: 5}}}",
      })
  void enough(String queues) {
    Queues.tree("queues: {" + queues + "}");
  }

  @Test
  void theRootHasWhatMayBeUsed() {
    Queues.problems(
        "root: {max: {cpu: 80%}}\nqueues: {a: {guaranteed: {cpu: 81%}}}",
        "2:9: queues: of cpu they are guaranteed 81% together, and at most 80% may be used: a 81%");
    Queues.problems(
        "root: {max: {cpu: 80}}\nqueues: {a: {guaranteed: {cpu: 60%}}, b: {guaranteed: {cpu: 60%}}}",
        "2:9: queues: of cpu they are guaranteed 120% together, and the cell has 100%: a 60%, b 60%");
  }

  @Test
  void aGuaranteeBeyondTheMaximumOfAQueueFurtherUp() {
    Queues.problems(
        """
        queues:
          top:
            max: {cpu: 30}
            guaranteed: {cpu: 50%}
            queues:
              middle:
                guaranteed: {cpu: 40%}
                queues:
                  low: {guaranteed: {cpu: 31}}
        """,
        "9:35: queues.top.queues.middle.queues.low.guaranteed.cpu: is 31, beyond the `max` of"
            + " `top`, 30");
  }

  @Test
  void onlySomeOfManyAreNamed() {
    var each = ": {guaranteed: {cpu: 15%}}\n";
    Queues.problems(
        "queues:\n  a"
            + each
            + "  b"
            + each
            + "  c"
            + each
            + "  d"
            + each
            + "  e"
            + each
            + "  f"
            + each
            + "  g"
            + each,
        "2:3: queues: of cpu they are guaranteed 105% together, and the cell has 100%: a 15%, b 15%,"
            + " c 15%, d 15%, e 15% and 2 more");
  }

  @Test
  void aQueueThatNobodyMaySubmitTo() {
    Queues.problems(
        """
        root: {submit: []}
        queues:
          a: {submit: [alice]}
          b:
            queues:
              c: {admin: [carol]}
              d: {weight: 2}
        """,
        "7:7: queues.b.queues.d.submit: lets nobody submit to this queue; name users, or '*' for"
            + " everyone");
  }
}
