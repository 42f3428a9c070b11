package org.offloadtck.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/// Programs of the kit that parse their own words, because other software starts them and gives
/// them a command line of its own: `ptxas`, `nvlink`, the device server. The command line finds the
/// provider by the service file of this interface, and loads no [Subcommand] for them, so they
/// start fast.
public interface StandalonePrograms {

    /// The program that these words start; empty if the provider has none. The first word is the
    /// program's name; there may be no word.
    Optional<StandaloneProgram> startedBy(List<String> words);

    /// A program that parses its own words.
    @FunctionalInterface
    interface StandaloneProgram {

        /// Runs the program.
        ///
        /// @param words without the program's name
        /// @return its exit status
        int run(List<String> words, PrintWriter out, PrintWriter err);
    }
}
