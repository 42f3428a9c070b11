package org.offloadtck.object.check.working;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The files of one release that binary tools, archivers and linkers make of its objects.
record ProcessedFiles(ClangRelease release) {

    /// Commands that leave an object usable in a link.
    private static final List<String> OBJECT_TOOLS =
            List.of(
                    "objcopy {in} {out}",
                    "strip -g {in} -o {out}",
                    "strip --strip-unneeded {in} -o {out}",
                    "strip -x {in} -o {out}",
                    "objcopy -X {in} {out}",
                    "objcopy --compress-debug-sections=zlib {in} {out}",
                    "objcopy --decompress-debug-sections {in} {out}",
                    "objcopy --strip-dwo {in} {out}",
                    "objcopy --weaken-symbol=sum {in} {out}",
                    "objcopy --only-keep-debug {in} {out}",
                    "llvm-objcopy-22 {in} {out}",
                    "llvm-strip-16 -g {in} -o {out}",
                    "llvm-strip-22 --strip-unneeded {in} -o {out}",
                    "llvm-strip-22 -x {in} -o {out}",
                    "llvm-objcopy-22 --compress-debug-sections=zlib {in} {out}",
                    "llvm-objcopy-22 --compress-debug-sections=zstd {in} {out}",
                    "llvm-objcopy-16 --only-keep-debug {in} {out}",
                    "ld -r {in} -o {out}",
                    "ld.gold -r {in} -o {out}",
                    "ld.lld-16 -r {in} -o {out}",
                    "ld.lld-22 -r {in} -o {out}",
                    "ar rcs {out} {in}",
                    "ar rcsT {out} {in}",
                    "llvm-ar-16 rcs {out} {in}",
                    "llvm-ar-22 rcs --format=bsd {out} {in}",
                    "llvm-ar-22 rcsT {out} {in}");

    /// Commands that leave an executable or a library usable.
    private static final List<String> PROGRAM_TOOLS =
            List.of(
                    "objcopy {in} {out}",
                    "strip {in} -o {out}",
                    "strip -g {in} -o {out}",
                    "strip -x {in} -o {out}",
                    "strip -X {in} -o {out}",
                    "strip --strip-unneeded {in} -o {out}",
                    "strip --keep-symbol=sum {in} -o {out}",
                    "objcopy -x {in} {out}",
                    "objcopy --compress-debug-sections=zlib {in} {out}",
                    "objcopy --only-keep-debug {in} {out}",
                    "objcopy --add-gnu-debuglink=/bin/true {in} {out}",
                    "llvm-strip-16 {in} -o {out}",
                    "llvm-strip-22 -x {in} -o {out}",
                    "llvm-strip-22 --strip-sections {in} -o {out}",
                    "llvm-objcopy-22 --strip-non-alloc {in} {out}",
                    "llvm-objcopy-16 --strip-all --keep-symbol=main {in} {out}",
                    "llvm-objcopy-22 --only-keep-debug {in} {out}",
                    "llvm-objcopy-22 --compress-debug-sections=zstd {in} {out}");

    private static final List<String> LINKERS = List.of("bfd", "gold", "lld");

    /// Options of every linker; options of one linker name it first.
    private static final List<String> LINK_OPTIONS =
            List.of(
                    "",
                    "-Wl,-s",
                    "-Wl,-S",
                    "-Wl,-x",
                    "-Wl,-X",
                    "-Wl,--gc-sections",
                    "-Wl,-q",
                    "-no-pie",
                    "-Wl,-z,now,-z,relro",
                    "-Wl,--compress-debug-sections=zlib",
                    "-Wl,--build-id=sha1",
                    "-Wl,--hash-style=gnu",
                    "-rdynamic",
                    "bfd -Wl,-z,pack-relative-relocs",
                    "bfd -Wl,-z,separate-code",
                    "gold -Wl,--icf=all",
                    "lld -Wl,--icf=all",
                    "lld -Wl,--pack-dyn-relocs=relr",
                    "lld -Wl,--pack-dyn-relocs=android",
                    "lld -Wl,--pack-dyn-relocs=android+relr",
                    "lld -Wl,-z,rel",
                    "lld -Wl,-z,separate-loadable-segments");

    List<WorkingFile> all() {
        var files = new ArrayList<WorkingFile>();
        var objects =
                List.of(
                        CompiledFiles.host(release, "regions.c", "-O1 -g"),
                        CompiledFiles.host(release, "templates.cpp", "-O1 -ffunction-sections"),
                        CompiledFiles.id(
                                release, "regions.c.object with NVPTX bitcode", "-O1 -g", ".o"),
                        CompiledFiles.id(
                                release, "kernels.cu.relocatable CUDA object", "-O2", ".o"));
        for (var object : objects) {
            OBJECT_TOOLS.forEach(line -> processed(object, "object", line).forEach(files::add));
        }
        release.libraries().ifPresent(libraries -> files.addAll(linked(libraries)));
        return files;
    }

    private List<WorkingFile> linked(String libraries) {
        var files = new ArrayList<WorkingFile>();
        for (var linker : LINKERS) {
            for (var options : LINK_OPTIONS) {
                if (!LINKERS.contains(options.split(" ", 2)[0])) {
                    files.add(executable(linker, options, libraries));
                } else if (options.startsWith(linker)) {
                    files.add(executable(linker, options.split(" ", 2)[1], libraries));
                }
            }
            files.add(library(linker, libraries));
        }
        var executable = executable("bfd", "", libraries).id();
        var library = library("bfd", libraries).id();
        for (var line : PROGRAM_TOOLS) {
            processed(executable, "executable", line).forEach(files::add);
            processed(library, "shared library", line).forEach(files::add);
        }
        return files;
    }

    private WorkingFile executable(String linker, String options, String libraries) {
        return WorkingFile.of(
                CompiledFiles.id(release, "program." + linker, options, ".exe"),
                release.producer(),
                "executable by " + linker,
                options.isEmpty() ? "no options" : options,
                List.of(
                        CompiledFiles.host(release, "regions.c", "-O1 -fPIE"),
                        CompiledFiles.id(release, "program", "-O1", ".o")),
                link(linker, "%s %s".formatted(options, libraries)));
    }

    private WorkingFile library(String linker, String libraries) {
        return WorkingFile.of(
                CompiledFiles.id(release, "library." + linker, "", ".so"),
                release.producer(),
                "shared library by " + linker,
                "-shared",
                List.of(CompiledFiles.host(release, "regions.c", "-O1 -fPIC")),
                link(linker, "-shared " + libraries));
    }

    private String link(String linker, String options) {
        var program = linker.equals("lld") ? "--ld-path=ld.lld-22" : "-fuse-ld=" + linker;
        return "%s %s %s %s {in} -o {out}"
                .formatted(release.compiler(".c"), program, CompiledFiles.hostOptions(), options);
    }

    private Stream<WorkingFile> processed(String input, String what, String line) {
        var command = line.replace("{in}", "").replace("{out}", "").replace(" -o ", "");
        var ending = command.contains("ar-") || command.startsWith("ar ") ? ".a" : ".bin";
        return Stream.of(
                WorkingFile.of(
                        input + "." + command.strip().replaceAll("[^A-Za-z0-9.=]+", "_") + ending,
                        release.producer(),
                        what + " after " + command.strip().split(" ", 2)[0],
                        command.strip(),
                        List.of(input),
                        line));
    }
}
