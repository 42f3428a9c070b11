package org.offloadtck.offload.protocol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The files that a process has mapped, from the list of the kernel.
///
/// @param list `/proc/PID/maps`
/// @see "Linux 6.1, Documentation/filesystems/proc.rst, table 1-4, maps"
public record MappedFiles(Path list) {

    /// A line of the list: begin and end of a range, permissions, offset, device, inode, and the
    /// absolute path of a file. Other mappings have no path or a name in brackets.
    private static final Pattern RANGE =
            Pattern.compile("(\\p{XDigit}+)-(\\p{XDigit}+) \\S+ \\S+ \\S+ \\S+ +(/.*)");

    public static MappedFiles of(long processId) {
        return new MappedFiles(Path.of("/proc", Long.toString(processId), "maps"));
    }

    /// The file at `address`; empty if there is none, or the list cannot be read.
    Optional<Path> at(long address) {
        return lines().stream()
                .map(RANGE::matcher)
                .filter(range -> range.matches())
                .filter(range ->
                        isAtMost(range.group(1), address) && !isAtMost(range.group(2), address))
                .map(range -> Path.of(range.group(3)))
                .findFirst();
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(list);
        } catch (IOException _) {
            return List.of();
        }
    }

    private static boolean isAtMost(String bound, long address) {
        return Long.compareUnsigned(Long.parseUnsignedLong(bound, 16), address) <= 0;
    }
}
