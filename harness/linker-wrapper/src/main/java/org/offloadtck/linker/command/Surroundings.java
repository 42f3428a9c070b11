package org.offloadtck.linker.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.offloadtck.linker.tool.Programs;

/// Where a link command is given.
///
/// @param folder what relative files start from, and where programs are run
/// @param limit how long a program may take
/// @param printed gets, line by line, what the command prints
public record Surroundings(
        Path folder, Programs programs, Duration limit, Consumer<String> printed) {}
