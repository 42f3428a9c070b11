package org.offloadtck.emulation.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.offloadtck.command.KitCommand;

/// The folder for `LD_LIBRARY_PATH`: `libcuda.so.1`, `libcuda.so` (a link to it, so that both names
/// load one library), `libnvidia-ml.so.1` with such a link, the libraries of the CUDA runtime, of
/// cuFFT, of cuSPARSE, of cuSOLVER, of cuDNN (with links for its parts) and of cuBLAS (with links
/// for cublasLt), `liboffload-tck-preload.so` for `LD_PRELOAD`, `offload-tck-exec`, and `server`,
/// the command that starts a device server of this build. Its subfolder `runtime` has
/// `libomptarget.so` of the reference runtime and a link for each name that programs load.
///
/// Its name is a digest of its content and of the files of the kit. So a folder is never changed,
/// and clients of one build never connect to a server of another.
///
/// Requirement: ER-08.
public final class DriverFolder {

    /// Digits of the digest in names. Paths of sockets are short (unix(7): 108 bytes).
    private static final int DIGITS = 16;

    /// The subfolder of a driver folder with `libomptarget.so`.
    public static final String RUNTIME = "runtime";

    /// Names of the library in programs: those of LLVM's libomptarget in Debian packages, versions
    /// 13 to 23.
    private static final List<String> RUNTIME_NAMES =
            List.of(
                    "libomptarget.so.13",
                    "libomptarget.so.14",
                    "libomptarget.so.15",
                    "libomptarget.so.16",
                    "libomptarget.so.17",
                    "libomptarget.so.18.1",
                    "libomptarget.so.19.1",
                    "libomptarget.so.20.1",
                    "libomptarget.so.21.1",
                    "libomptarget.so.22.1",
                    "libomptarget.so.23.1");

    private DriverFolder() {}

    /// The folder of all driver folders: `$XDG_CACHE_HOME/offload-tck` or `~/.cache/offload-tck`
    /// (XDG Base Directory Specification 0.8).
    public static Path cache() {
        var cache = System.getenv("XDG_CACHE_HOME");
        var root =
                cache == null || cache.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache);
        return root.resolve("offload-tck");
    }

    /// The driver folder for these files below `cache`, created if it does not exist. Several
    /// processes may create it at the same time.
    public static Path install(Path cache, NativeFiles files, KitCommand command)
            throws IOException {
        var build = build(files, command);
        var folder = cache.resolve("driver-" + build);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        Files.createDirectories(cache);
        var draft = Files.createTempDirectory(cache, "draft-");
        write(draft, build, files, command);
        try {
            return Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException fault) {
            delete(draft);
            if (!Files.isDirectory(folder)) {
                throw fault;
            }
            return folder;
        }
    }

    private static void write(Path folder, String build, NativeFiles files, KitCommand command)
            throws IOException {
        var runtime = Files.createDirectory(folder.resolve(RUNTIME));
        for (var file : files.files().entrySet()) {
            var place = file.getKey().equals(NativeFiles.RUNTIME) ? runtime : folder;
            makeReadable(Files.write(place.resolve(file.getKey()), file.getValue()));
        }
        link(folder, "libcuda.so", NativeFiles.LIBRARY);
        link(folder, "libnvidia-ml.so", NativeFiles.NVML);
        for (var name : NativeFiles.CUBLAS) {
            link(folder, name.replace("cublas", "cublasLt"), name);
        }
        for (var part : NativeFiles.CUDNN_PARTS) {
            link(folder, part, "libcudnn" + part.substring(part.indexOf(".so")));
        }
        for (var name : RUNTIME_NAMES) {
            link(runtime, name, NativeFiles.RUNTIME);
        }
        Files.createSymbolicLink(runtime.resolve("server"), Path.of("..", "server"));
        makeReadable(runtime);
        makeReadable(folder);
        var lines = build + "\n" + String.join("\n", command.words()) + "\n";
        Files.writeString(folder.resolve("server"), lines);
    }

    private static void makeReadable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void link(Path folder, String name, String target) throws IOException {
        Files.createSymbolicLink(folder.resolve(name), Path.of(target));
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static String build(NativeFiles files, KitCommand command) throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            files.files().values().forEach(digest::update);
            digest.update(command.fingerprint().getBytes(UTF_8));
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException fault) {
            throw new IllegalStateException("every Java has SHA-256", fault);
        }
    }
}
