package org.offloadtck.emulation.unified;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The memory mappings of a process at one time, from `/proc/PID/maps` (proc_pid_maps(5)).
public final class ProcessMappings {

    /// Device memory of the session, as the server's `memfd_create` names it.
    private static final String ARENA = "/memfd:offload-tck ";

    private static final int FIELDS = 6;
    private static final int HEXADECIMAL = 16;

    /// Mappings by their first address. None is above the 63-bit addresses.
    private final TreeMap<Long, Mapping> mappings = new TreeMap<>();

    /// @param permissions as `r-xp`
    private record Mapping(long start, long end, String permissions, Source source) {

        boolean isReadable() {
            return permissions.startsWith("r");
        }

        boolean isWritable() {
            return permissions.startsWith("rw");
        }

        boolean isCode() {
            return permissions.startsWith("x", 2);
        }

        String describe() {
            var name = source.path().substring(source.path().lastIndexOf('/') + 1);
            var what = name.isEmpty() ? "anonymous memory" : name;
            return "%s (%d bytes at 0x%x)".formatted(what, end - start, start);
        }
    }

    /// Where the bytes of a mapping come from.
    ///
    /// @param path of a file, `[heap]` or `[stack]`; empty for anonymous memory
    /// @param offset into the file
    private record Source(String path, String offset) {

        /// Whether it is the start of a file.
        boolean isStart() {
            return path.startsWith("/") && offset.chars().allMatch(digit -> digit == '0');
        }
    }

    /// Reads the mappings; none if the process has ended.
    public static ProcessMappings of(long process) {
        var result = new ProcessMappings();
        var file = Path.of("/proc/%d/maps".formatted(process));
        try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            lines.forEach(result::add);
        } catch (IOException | UncheckedIOException _) {
            result.mappings.clear();
        }
        return result;
    }

    private void add(String line) {
        var fields = line.split(" +", FIELDS);
        int dash = fields[0].indexOf('-');
        if (fields.length < FIELDS - 1 || dash < 0 || fields[0].length() > 2 * HEXADECIMAL) {
            return;
        }
        long start = Long.parseUnsignedLong(fields[0].substring(0, dash), HEXADECIMAL);
        long end = Long.parseUnsignedLong(fields[0].substring(dash + 1), HEXADECIMAL);
        var path = fields.length == FIELDS ? fields[FIELDS - 1] : "";
        if (start >= 0 && !path.startsWith(ARENA)) {
            mappings.put(start, new Mapping(start, end, fields[1], new Source(path, fields[2])));
        }
    }

    /// The files with code that the process executes: its program and libraries, each once.
    public List<Path> codeFiles() {
        return mappings.values().stream()
                .filter(Mapping::isCode)
                .map(mapping -> mapping.source().path())
                .filter(path -> path.startsWith("/"))
                .distinct()
                .map(Path::of)
                .toList();
    }

    /// Whether there are none: the process has ended.
    boolean isEmpty() {
        return mappings.isEmpty();
    }

    /// Whether the process may write at `address`.
    boolean isWritable(long address) {
        return containing(address).filter(Mapping::isWritable).isPresent();
    }

    private Optional<Mapping> containing(long address) {
        return Optional.ofNullable(mappings.floorEntry(address))
                .map(Map.Entry::getValue)
                .filter(mapping -> address < mapping.end());
    }

    /// The mapping that contains an address: `[heap] (135168 bytes at 0x55d0e8c5a000)`.
    Optional<String> describe(long address) {
        return containing(address).map(Mapping::describe);
    }

    /// Whether one mapping contains both addresses.
    boolean isSameMapping(long address, long other) {
        return containing(address)
                .filter(at -> other >= at.start() && other < at.end())
                .isPresent();
    }

    /// The static variables of the program, and of the library that is nearest before an address.
    Stream<LoadedFile> variables(long address) {
        return Stream.concat(files().limit(1), nearest(address).stream())
                .distinct()
                .flatMap(each -> load(each).stream());
    }

    /// The function that contains a code address, and its file.
    ///
    /// @param past bytes that the address is past the instruction
    String frame(long address, int past) {
        return nearest(address)
                .filter(_ -> containing(address).filter(Mapping::isCode).isPresent())
                .flatMap(ProcessMappings::load)
                .map(file -> file.frame(address, past))
                .orElseGet(() -> "0x%x".formatted(address));
    }

    private Stream<Mapping> files() {
        return mappings.values().stream().filter(each -> each.source().isStart());
    }

    private Optional<Mapping> nearest(long address) {
        return files().filter(each -> each.start() <= address)
                .max(Comparator.comparingLong(Mapping::start));
    }

    private static Optional<LoadedFile> load(Mapping start) {
        return LoadedFile.of(Path.of(start.source().path()), start.start());
    }

    /// Whether the mapping that contains an address may be read.
    boolean isReadable(long address) {
        return containing(address).filter(Mapping::isReadable).isPresent();
    }

    /// The mapping nearest to an address that none contains; empty if there is none.
    Optional<String> describeNearest(long address) {
        var before = Optional.ofNullable(mappings.lowerEntry(address)).map(Map.Entry::getValue);
        var after = Optional.ofNullable(mappings.higherEntry(address)).map(Map.Entry::getValue);
        long past = before.map(mapping -> address - mapping.end()).orElse(Long.MAX_VALUE);
        long ahead = after.map(mapping -> mapping.start() - address).orElse(Long.MAX_VALUE);
        return past <= ahead
                ? before.map(m -> "%d bytes past the end of %s".formatted(past, m.describe()))
                : after.map(m -> "%d bytes before %s".formatted(ahead, m.describe()));
    }
}
