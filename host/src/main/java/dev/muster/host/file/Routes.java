package dev.muster.host.file;

import dev.muster.host.Refusal;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Finds what a request is about, and lets it be answered.
 *
 * @param served counts the files that were found
 */
record Routes(Offer offer, LongAdder served) {

  /** With so many words a request for outputs or logs is about one file. */
  private static final int WORDS_OF_FILE = 5;

  /** Whether a file would be sent, and not a line or a few. */
  static boolean wantsFile(List<String> words) {
    return words.getFirst().equals("files") || words.size() == WORDS_OF_FILE;
  }

  /**
   * @param words the path of the request, taken apart at its slashes
   */
  void answer(List<String> words, Answer answer) throws IOException {
    var rest = words.subList(1, words.size());
    try {
      switch (words.getFirst()) {
        case "files" -> file(rest, answer);
        case "outputs" -> outputs(present(offer.outputs()), rest, answer);
        case "logs" -> logs(present(offer.logs()), rest, answer);
        case "holdings", "holders", "running" ->
            answer.ok(say(present(offer.board()), words.getFirst(), rest));
        default -> answer.notFound();
      }
    } catch (NoSuchFileException | IllegalArgumentException | IndexOutOfBoundsException nothing) {
      answer.notFound();
    }
  }

  private static <T> T present(Optional<T> part) throws NoSuchFileException {
    return part.orElseThrow(() -> new NoSuchFileException("not offered"));
  }

  private void file(List<String> words, Answer answer) throws IOException {
    var found = words.size() == 1 ? offer.files().find(words.getFirst()) : Optional.<Lease>empty();
    served.add(found.isPresent() ? 1 : 0);
    send(found, answer);
  }

  private static void outputs(Outputs outputs, List<String> words, Answer answer)
      throws IOException {
    switch (words.size()) {
      case 2 -> answer.ok(lines(outputs.held(job(words), words.get(1))));
      case 3 -> listing(outputs, task(words), answer);
      case 4 -> send(outputs.shelf(task(words)).find(words.get(3)), answer);
      default -> answer.notFound();
    }
  }

  private static void listing(Outputs outputs, TaskOutput output, Answer answer)
      throws IOException {
    String text;
    try {
      text = Listing.format(outputs.listing(output));
    } catch (NoSuchFileException absent) {
      throw absent;
    } catch (IOException refused) {
      answer.text(HttpURLConnection.HTTP_INTERNAL_ERROR, Refusal.reason(refused));
      return;
    }
    answer.ok(text);
  }

  private static void logs(Logs logs, List<String> words, Answer answer) throws IOException {
    switch (words.size()) {
      case 2 -> answer.ok(Logs.format(logs.of(job(words), words.get(1))));
      case 3 -> answer.ok(Logs.format(logs.of(task(words))));
      case 4 -> send(logs.find(task(words), words.get(3)), answer);
      default -> answer.notFound();
    }
  }

  private static String say(Board board, String about, List<String> words) {
    return switch (about) {
      case "holdings" -> BoardText.format(board.holdings(job(words), words.get(1), words.get(2)));
      case "holders" ->
          BoardText.format(BoardText.ofHolders(board.holders(words.get(0), words.get(1))));
      default -> BoardText.format(board.running());
    };
  }

  private static long job(List<String> words) {
    return Long.parseLong(words.getFirst());
  }

  private static TaskOutput task(List<String> words) {
    return new TaskOutput(job(words), words.get(1), Integer.parseInt(words.get(2)));
  }

  private static String lines(List<? extends Number> numbers) {
    return numbers.stream().map(number -> number + "\n").collect(Collectors.joining());
  }

  private static void send(Optional<Lease> file, Answer answer) throws IOException {
    if (file.isEmpty()) {
      answer.notFound();
      return;
    }
    try (var lease = file.get()) {
      answer.file(lease);
    }
  }
}
