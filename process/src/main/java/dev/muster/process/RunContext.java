package dev.muster.process;

import dev.muster.files.fetch.Localizer;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.directory.DirectoryPool;
import dev.muster.process.directory.DiskCheck;
import dev.muster.process.directory.LogTrimmer;
import dev.muster.process.spawn.Launcher;
import java.util.Optional;

/** What a runtime has for all of its runs. */
record RunContext(
    Environment environment,
    Optional<TaskUser> taskUser,
    Launcher launcher,
    Cgroups groups,
    DirectoryPool pool,
    Command.ProgramCache programs,
    ProcessStart.ShortWait shortWait,
    Localizer localizer,
    DurableState durable,
    LogTrimmer.HolePunch holePunch,
    DiskCheck disk,
    RunOptions options) {}
