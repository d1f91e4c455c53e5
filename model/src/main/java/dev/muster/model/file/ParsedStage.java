package dev.muster.model.file;

import dev.muster.model.StageSpec;
import java.util.List;

/**
 * A stage that is read but not yet checked against the others.
 *
 * @param fields where the stage stands in the file
 * @param edges where each edge of its {@code after} stands
 */
record ParsedStage(StageSpec spec, Fields fields, List<Yaml> edges) {}
