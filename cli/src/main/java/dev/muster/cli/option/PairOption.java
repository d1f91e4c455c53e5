package dev.muster.cli.option;

import java.util.Map;
import java.util.Stack;
import java.util.function.Function;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Takes NAME=SOMETHING into a map, each name once: picocli would let the last one win. */
abstract class PairOption<V> implements IParameterConsumer {

  private final String example;
  private final Function<String, String> name;
  private final Function<String, V> value;

  /**
   * @param name checks a name, and value what is said of it; both throw TypeConversionException
   */
  PairOption(String example, Function<String, String> name, Function<String, V> value) {
    this.example = example;
    this.name = name;
    this.value = value;
  }

  @Override
  public void consumeParameters(Stack<String> words, ArgSpec argument, CommandSpec command) {
    var option = ((OptionSpec) argument).longestName();
    try {
      Map<String, V> pairs = argument.getValue();
      put(words.isEmpty() ? "" : words.pop(), argument.paramLabel(), pairs);
    } catch (TypeConversionException refused) {
      throw new ParameterException(
          command.commandLine(), "'" + option + "': " + refused.getMessage());
    }
  }

  private void put(String text, String label, Map<String, V> pairs) {
    int split = text.indexOf('=');
    if (split < 0) {
      throw new TypeConversionException(
          "must be %s, such as %s, not `%s`".formatted(label, example, text));
    }
    var key = name.apply(text.substring(0, split));
    if (pairs.putIfAbsent(key, value.apply(text.substring(split + 1))) != null) {
      throw new TypeConversionException("`" + key + "` is given twice: keep one of them");
    }
  }
}
