package org.offloadtck.cli.linkbuild;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.offloadtck.cli.CommandRun;

/// What a linked file has for the runtime: images, entries, registration.
///
/// @param images with their target, kind and a digest of their contents, in their order
/// @param entries with all their fields, in their order
/// @param registration descriptors, and the symbols of the code that registers them
/// @param findings of `offload-tck check`, without places
record LinkedFile(
        List<String> images,
        List<String> entries,
        List<String> registration,
        List<String> findings) {

    private static final Pattern IMAGE =
            Pattern.compile("  (image: .*), (\\d+) bytes at 0x([0-9a-f]+), .*");

    private static final Pattern PLACE = Pattern.compile(", at 0x[0-9a-f]+ of section .*");

    /// The part of a name that a relocatable link computes from the bytes of its output.
    private static final Pattern HASH = Pattern.compile("(offload\\w*_entries)_[0-9a-f]{1,16}\\b");

    private static final Pattern CALL_SITE = Pattern.compile("(callseq |prototype_)\\d+");

    private static final Pattern EXPORT =
            Pattern.compile(
                    "symbol '(\\S+)' (?:global|weak) (?:default|protected) in (?!undefined).*");

    private static final Pattern REGISTRATION =
            Pattern.compile(
                    "symbol '(\\.(?:omp|cuda|hip)[\\w.]*|__(?:start|stop)_\\w*entries)' .*");

    static LinkedFile read(Path file) {
        var run = new CommandRun();
        run.execute("inspect", file.toString());
        byte[] bytes = bytes(file);
        var images = new ArrayList<String>();
        var entries = new ArrayList<String>();
        var registration = new ArrayList<String>();
        for (String line : run.out().lines().map(LinkedFile::withoutHash).toList()) {
            var image = IMAGE.matcher(line);
            if (image.matches()) {
                int at = Integer.parseInt(image.group(3), 16);
                int size = Integer.parseInt(image.group(2));
                byte[] contents = Arrays.copyOfRange(bytes, at, at + size);
                images.add(image.group(1) + " " + contents(contents, line.contains("'x86_64-")));
            } else if (line.startsWith("  entry: ")) {
                entries.add(PLACE.matcher(line).replaceAll(""));
            } else if (line.startsWith("  descriptor: ")) {
                registration.add(PLACE.matcher(line).replaceAll(""));
            } else {
                REGISTRATION
                        .matcher(line)
                        .results()
                        .map(r -> r.group(1))
                        .forEach(registration::add);
            }
        }
        return new LinkedFile(
                images, entries, registration.stream().sorted().toList(), findings(file));
    }

    /// The exported symbols of an image, and for a GPU a digest of the lines of its PTX in any
    /// order: LLVM's order of variables changes from run to run of the same release (six runs of
    /// `clang-linker-wrapper-19` gave three orders). Numbers of call sites are left out: LLVM
    /// counts them through a process, and a release's wrapper compiles all targets in one. The
    /// bytes of an image for the machine's processor depend on the compiler driver that links it.
    private static String contents(byte[] image, boolean isForCpu) {
        String text = new String(image, StandardCharsets.ISO_8859_1);
        int ptx = text.indexOf(".version ");
        return exports(image) + (isForCpu || ptx < 0 ? "" : " " + digest(sortedLines(text, ptx)));
    }

    private static byte[] sortedLines(String text, int from) {
        int end = text.indexOf('\0', from);
        return text.substring(from, end < 0 ? text.length() : end)
                .lines()
                .map(line -> CALL_SITE.matcher(line).replaceAll("$1"))
                .sorted()
                .collect(joining("\n"))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String exports(byte[] image) {
        try {
            var file = Files.createTempFile("image-", ".img");
            try {
                Files.write(file, image);
                var run = new CommandRun();
                run.execute("inspect", file.toString());
                return EXPORT.matcher(run.out())
                        .results()
                        .map(symbol -> symbol.group(1))
                        .distinct()
                        .sorted()
                        .toList()
                        .toString();
            } finally {
                Files.delete(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static List<String> findings(Path file) {
        var run = new CommandRun();
        int status = run.execute("check", file.toString());
        var lines = new ArrayList<String>();
        lines.add("check exits with " + status);
        run.out()
                .lines()
                .map(line -> withoutHash(line.replace(file.toString(), "FILE")))
                .map(line -> line.replaceAll("0x[0-9a-f]+|\\[\\d+\\]|\\d+ bytes", "N"))
                .forEach(lines::add);
        return lines;
    }

    private static String withoutHash(String line) {
        return HASH.matcher(line).replaceAll("$1_HASH");
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
