package org.offloadtck.toolkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.offloadtck.command.KitCommand;

/// A folder that compilers accept as an installed CUDA toolkit.
///
/// ```
/// version.json                      the release, and that the folder is ours
/// include/cuda.h                    CUDA_VERSION
/// bin/ptxas nvlink fatbinary        scripts that start the kit
/// nvvm/libdevice/libdevice.10.bc    a module that defines nothing
/// lib64/libcudart.so                the kit's CUDA runtime, and stubs of its other libraries
/// lib64/libcublas.so
/// lib64/libcufft.so
/// lib64/libcusparse.so
/// lib64/libcusolver.so
/// lib64/libcurand.so
/// lib64/libcudnn.so
/// lib64/libnccl.so
/// ```
///
/// Source: what clang looks for, LLVM 14 to 22, `clang/lib/Driver/ToolChains/Cuda.cpp`,
/// `CudaInstallationDetector`.
public final class ToolkitFolder {

    private static final String LIBDEVICE = "libdevice.10.bc";

    private static final String PLAIN = "rw-r--r--";

    /// The key in `version.json` that identifies a folder of this class.
    private static final String MARK = "\"offload-tck\"";

    private final Path folder;

    private ToolkitFolder(Path folder) {
        this.folder = folder;
    }

    /// Why the toolkit cannot be written to `folder`; empty if the folder is a toolkit of this
    /// class, is empty or does not exist.
    public static Optional<String> objection(Path folder) {
        if (!Files.exists(folder)) {
            return Optional.empty();
        }
        if (!Files.isDirectory(folder)) {
            return Optional.of(folder + " is a file when it should be a folder");
        }
        try (var entries = Files.list(folder)) {
            return entries.findAny().isEmpty() || isOurs(folder)
                    ? Optional.empty()
                    : Optional.of(
                            folder
                                    + " has other contents when it should be empty or a toolkit of"
                                    + " this command");
        } catch (IOException fault) {
            return Optional.of(folder + " cannot be read");
        }
    }

    private static boolean isOurs(Path folder) throws IOException {
        var version = folder.resolve("version.json");
        return Files.isRegularFile(version) && Files.readString(version, UTF_8).contains(MARK);
    }

    /// Writes the toolkit to a folder without [#objection]; updates an existing toolkit.
    ///
    /// @param kit the command that the programs run, with their own name as the next argument
    /// @throws UncheckedIOException if it cannot be written
    public static void write(Path folder, CudaRelease release, KitCommand kit) {
        var toolkit = new ToolkitFolder(folder.toAbsolutePath().normalize());
        try {
            toolkit.file("version.json", version(release));
            toolkit.file("include/cuda.h", header(release));
            for (var tool : CudaTool.values()) {
                toolkit.program(tool, kit);
            }
            toolkit.libdevice();
            toolkit.libraries();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static String version(CudaRelease release) {
        return """
        {
          "cuda": { "name": "CUDA SDK", "version": "%s.0" },
          %s: { "name": "device toolkit of the Offload TCK" }
        }
        """
                .formatted(release, MARK);
    }

    private static String header(CudaRelease release) {
        return """
        /* States the release of this toolkit for compilers; it declares nothing. */
        #ifndef OFFLOAD_TCK_CUDA_H
        #define OFFLOAD_TCK_CUDA_H
        #define CUDA_VERSION %d
        #endif
        """
                .formatted(release.number());
    }

    private void program(CudaTool tool, KitCommand kit) throws IOException {
        var name = "bin/" + tool.program();
        var script =
                """
                #!/bin/sh
                # Runs the %1$s of the Offload TCK, which wrote this folder.
                java=%2$s
                if [ ! -x "$java" ]; then
                    echo "%1$s fatal   : Java is no longer at $java; run 'offload-tck toolkit' for this folder again" >&2
                    exit 1
                fi
                exec %3$s %1$s "$@"
                """
                        .formatted(
                                tool.program(),
                                quoted(kit.java().toString()),
                                kit.words().stream()
                                        .map(ToolkitFolder::quoted)
                                        .collect(Collectors.joining(" ")));
        file(name, script.getBytes(UTF_8), "rwxr-xr-x");
    }

    /// A word quoted for a shell.
    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void libdevice() throws IOException {
        try (var stream = ToolkitFolder.class.getResourceAsStream(LIBDEVICE)) {
            if (stream == null) {
                throw new IllegalStateException("the kit has no " + LIBDEVICE);
            }
            file("nvvm/libdevice/" + LIBDEVICE, stream.readAllBytes(), PLAIN);
        }
    }

    /// Compilers look for `lib64` even if it has no library.
    private void libraries() throws IOException {
        Files.createDirectories(folder.resolve("lib64"));
        for (var libraries : ServiceLoader.load(HostLibraries.class)) {
            for (var library : libraries.files().entrySet()) {
                file("lib64/" + library.getKey(), library.getValue(), PLAIN);
            }
        }
    }

    private void file(String name, String text) throws IOException {
        file(name, text.getBytes(UTF_8), PLAIN);
    }

    /// Replaces a file atomically, so that a running compiler sees the old or the new one.
    private void file(String name, byte[] bytes, String permissions) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        var fresh = Files.createTempFile(file.getParent(), ".", ".new");
        Files.write(fresh, bytes);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString(permissions));
        Files.move(
                fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
