package org.offloadtck.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.offloadtck.checks.suppression.Suppressions;

/// The values of the option `--suppressions`: files, and `llvm-N` for the known defects of the
/// device runtime of LLVM N.
public final class SuppressionSource {

    private static final Pattern RELEASE = Pattern.compile("llvm-(\\d{1,4})");

    private SuppressionSource() {}

    /// Reads the suppressions of all values, in their order.
    ///
    /// @param folder to which file names are relative
    /// @param file reads a file
    /// @throws org.offloadtck.data.DataException if a file is not a list of suppressions
    public static Suppressions read(List<String> values, Path folder, Function<Path, String> file) {
        return values.stream()
                .map(value -> read(value, folder, file))
                .reduce(Suppressions.NONE, Suppressions::and);
    }

    private static Suppressions read(String value, Path folder, Function<Path, String> file) {
        var release = RELEASE.matcher(value);
        return release.matches()
                ? Suppressions.ofDeviceRuntimes().ofRelease(Integer.parseInt(release.group(1)))
                : Suppressions.parse(value, file.apply(folder.resolve(value)));
    }
}
