package org.offloadtck.launch.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.command.InputFile;
import picocli.CommandLine.Option;

/// The options of a command about findings that are not reported: the known defects of device
/// runtimes and those that files of the user list.
public final class SuppressionOptions {

    @Option(
            names = "--suppressions",
            paramLabel = "FILE",
            description =
                    "Count the findings that FILE lists instead of reporting them (repeatable).")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--show-suppressed",
            description =
                    "Report the known defects of device runtimes too, which are only counted"
                            + " otherwise.")
    private boolean show;

    /// Reads the files.
    ///
    /// @param directory to which names of files are relative
    /// @throws org.offloadtck.command.UnreadableInputException if a file cannot be read
    /// @throws org.offloadtck.data.DataException if a file is not a list of suppressions
    public Suppressions read(Path directory) {
        var all = Suppressions.ofDeviceRuntimes();
        var known = show ? all.ofFaults() : all;
        return files.stream()
                .map(file ->
                        Suppressions.parse(
                                file.toString(), InputFile.readText(directory.resolve(file))))
                .reduce(known, Suppressions::and);
    }
}
