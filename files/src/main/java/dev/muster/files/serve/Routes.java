package dev.muster.files.serve;

import dev.muster.files.content.PinnedFile;
import dev.muster.host.IoErrors;
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
record Routes(FileServer.Catalog catalog, LongAdder served) {
  /** With so many segments a request for outputs or logs is about one file. */
  private static final int SEGMENTS_OF_FILE = 5;

  static boolean wantsFile(List<String> segments) {
    return segments.getFirst().equals("files") || segments.size() == SEGMENTS_OF_FILE;
  }

  void answer(List<String> segments, HttpAnswer answer) throws IOException {
    var rest = segments.subList(1, segments.size());
    try {
      switch (segments.getFirst()) {
        case "files" -> file(rest, answer);
        case "outputs" -> outputs(present(catalog.outputs()), rest, answer);
        case "logs" -> logs(present(catalog.logs()), rest, answer);
        case "holdings", "holders", "running" ->
            answer.ok(locations(present(catalog.locations()), segments.getFirst(), rest));
        default -> answer.notFound();
      }
    } catch (NoSuchFileException | IllegalArgumentException | IndexOutOfBoundsException nothing) {
      answer.notFound();
    }
  }

  private static <T> T present(Optional<T> part) throws NoSuchFileException {
    return part.orElseThrow(() -> new NoSuchFileException("not offered"));
  }

  private void file(List<String> segments, HttpAnswer answer) throws IOException {
    var found =
        segments.size() == 1
            ? catalog.files().find(segments.getFirst())
            : Optional.<PinnedFile>empty();
    served.add(found.isPresent() ? 1 : 0);
    send(found, answer);
  }

  private static void outputs(Outputs outputs, List<String> segments, HttpAnswer answer)
      throws IOException {
    switch (segments.size()) {
      case 2 -> answer.ok(lines(outputs.held(job(segments), segments.get(1))));
      case 3 -> listing(outputs, task(segments), answer);
      case 4 -> send(outputs.store(task(segments)).find(segments.get(3)), answer);
      default -> answer.notFound();
    }
  }

  private static void listing(Outputs outputs, Outputs.OutputKey output, HttpAnswer answer)
      throws IOException {
    String text;
    try {
      text = Outputs.Listing.format(outputs.listing(output));
    } catch (NoSuchFileException absent) {
      throw absent;
    } catch (IOException refused) {
      answer.text(HttpURLConnection.HTTP_INTERNAL_ERROR, IoErrors.reason(refused));
      return;
    }
    answer.ok(text);
  }

  private static void logs(Logs logs, List<String> segments, HttpAnswer answer) throws IOException {
    switch (segments.size()) {
      case 2 -> answer.ok(Logs.format(logs.of(job(segments), segments.get(1))));
      case 3 -> answer.ok(Logs.format(logs.of(task(segments))));
      case 4 -> send(logs.find(task(segments), segments.get(3)), answer);
      default -> answer.notFound();
    }
  }

  private static String locations(FileLocations locations, String about, List<String> segments) {
    return switch (about) {
      case "holdings" ->
          LocationsText.format(locations.holdings(job(segments), segments.get(1), segments.get(2)));
      case "holders" ->
          LocationsText.format(
              LocationsText.ofHolders(locations.holders(segments.get(0), segments.get(1))));
      default -> LocationsText.format(locations.running());
    };
  }

  private static long job(List<String> segments) {
    return Long.parseLong(segments.getFirst());
  }

  private static Outputs.OutputKey task(List<String> segments) {
    return new Outputs.OutputKey(job(segments), segments.get(1), Integer.parseInt(segments.get(2)));
  }

  private static String lines(List<? extends Number> numbers) {
    return numbers.stream().map(number -> number + "\n").collect(Collectors.joining());
  }

  private static void send(Optional<PinnedFile> file, HttpAnswer answer) throws IOException {
    if (file.isEmpty()) {
      answer.notFound();
      return;
    }
    try (var pinned = file.get()) {
      answer.file(pinned);
    }
  }
}
