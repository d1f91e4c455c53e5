package dev.muster.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;

/** Reads a drawing. */
public final class Drawn {

  private Drawn() {}

  /** All that is written in it, in the order of the page. */
  public static List<String> texts(Path file) throws Exception {
    var parsers = DocumentBuilderFactory.newInstance();
    parsers.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    var svg = parsers.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
    var found = svg.getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int index = 0; index < found.getLength(); index++) {
      texts.add(found.item(index).getTextContent());
    }
    return texts;
  }
}
