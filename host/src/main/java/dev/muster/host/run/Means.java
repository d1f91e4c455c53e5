package dev.muster.host.run;

import dev.muster.host.file.Supplies;
import dev.muster.host.run.cgroup.Groups;
import dev.muster.host.run.spawn.Launcher;
import java.util.Optional;

/** What a machine has for all of its runs. */
record Means(
    Environment environment,
    Optional<Account> account,
    Launcher launcher,
    Groups groups,
    Spares spares,
    Programs programs,
    Vigil vigil,
    Supplies supplies,
    Past past,
    Holes holes,
    Terms terms) {}
