package dev.muster.core.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds and parses class files; a module's come as a folder or as a jar, as the build has it. */
final class ClassFiles {
  private ClassFiles() {}

  /** All classes that lie beside the given one: those of its module. */
  static List<ClassModel> besides(Class<?> one) {
    try {
      var place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(place)) {
        return under(place);
      }
      try (var jar = FileSystems.newFileSystem(place)) {
        return under(jar.getPath("/"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The given class alone. */
  static ClassModel of(Class<?> one) {
    var file = one.getName().substring(one.getPackageName().length() + 1) + ".class";
    try (var in = one.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no class file of " + one);
      }
      return ClassFile.of().parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ClassModel> under(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .sorted()
          .map(ClassFiles::parse)
          .toList();
    }
  }

  private static ClassModel parse(Path file) {
    try {
      return ClassFile.of().parse(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
