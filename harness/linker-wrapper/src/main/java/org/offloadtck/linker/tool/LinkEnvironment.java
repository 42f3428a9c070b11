package org.offloadtck.linker.tool;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// Where a link command is given.
///
/// @param folder what relative files start from, and where programs are run
/// @param limit how long a program may take
/// @param printed gets, line by line, what the command prints
public record LinkEnvironment(
        Path folder, ProgramSearchPath programs, Duration limit, Consumer<String> printed) {}
