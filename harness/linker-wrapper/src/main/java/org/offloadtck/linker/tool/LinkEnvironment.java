package org.offloadtck.linker.tool;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// The environment of a link command.
///
/// @param folder the directory that relative paths start from, and in which programs run
/// @param limit of the run time of each program
/// @param printed receives the lines that the command prints
public record LinkEnvironment(
        Path folder, ProgramSearchPath programs, Duration limit, Consumer<String> printed) {}
