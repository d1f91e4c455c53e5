package dev.muster.model;

import java.util.List;

/**
 * The files in the private directory of each attempt.
 *
 * @param names files and directories, relative to the job's home
 * @param contents the same by content, for machines that do not share the job's home; empty where
 *     files are linked in place
 */
public record TaskFiles(List<String> names, List<FileRef> contents) {

  public static final TaskFiles NONE = of(List.of());

  public TaskFiles {
    names = List.copyOf(names);
    contents = List.copyOf(contents);
  }

  public static TaskFiles of(List<String> names) {
    return new TaskFiles(names, List.of());
  }
}
