package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.implementation.external.Toolchain.Stage;
import org.offloadtck.implementation.process.ProcessLimits;
import org.offloadtck.plugin.EmulatedPlatform;

/// Shell scripts that replace tools and a platform.
public final class ScriptedTools {

    private ScriptedTools() {}

    public static Path write(Path file, String script) {
        try {
            Files.writeString(file, "#!/bin/sh\n" + script);
            return Files.setPosixFilePermissions(
                    file, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// A toolchain whose one tool `cc` concatenates files, fails for one that has `#error`, and
    /// waits at one that has `#wait` for a file `go`.
    static Toolchain toolchain() {
        return new Toolchain(
                "scripts",
                "shell scripts",
                "llvm-16",
                Map.of("cc", "cc"),
                Map.of(),
                Map.of("c", List.of("-std=c11")),
                Map.of("O2", List.of("-O2", "-flto")),
                Map.of(
                        Stage.COMPILE,
                                List.of("{cc}", "{output}", "{language}", "{level}", "{input}"),
                        Stage.ARCHIVE, List.of("{cc}", "{output}", "{inputs}"),
                        Stage.LINK, List.of("{cc}", "{output}", "{options}", "{inputs}"),
                        Stage.LIBRARY, List.of("{cc}", "{output}", "{inputs}")),
                Map.of("TOOLS", "{cc:folder}"),
                ProcessLimits.STAGE);
    }

    static ToolchainLookup.Found installed(Path folder) {
        write(
                folder.resolve("cc"),
                """
                out=$1; shift
                folder=$(dirname $0)
                echo "$*" >>$folder/calls
                echo '#!/bin/sh' >$out
                for f in "$@"; do case $f in -*) ;; *)
                    cat $f >>$out
                    grep -q '#error' $f && exit 1
                    grep -q '#wait' $f && until [ -e $folder/go ]; do sleep 0.02; done
                esac; done
                chmod +x $out
                """);
        var path = Map.of("PATH", "/nowhere:" + folder);
        return (ToolchainLookup.Found) ToolchainLookup.of(toolchain(), path);
    }

    /// A platform whose launcher is the script `launch` in `folder`.
    public static EmulatedPlatform platform(Path folder) {
        return new EmulatedPlatform() {
            @Override
            public String name() {
                return "scripts";
            }

            @Override
            public String device() {
                return "none";
            }

            @Override
            public Optional<String> obstacle() {
                return Optional.empty();
            }

            @Override
            public void writeToolkit(Path toolkit) {
                try {
                    Files.createDirectories(toolkit.resolve("lib64"));
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            }

            @Override
            public Path driverFolder() {
                return folder;
            }

            @Override
            public List<String> launcher(List<String> options) {
                var words = new java.util.ArrayList<>(List.of(folder.resolve("launch").toString()));
                words.addAll(options);
                words.add("--");
                return words;
            }

            @Override
            public List<String> simulator() {
                return List.of(folder.resolve("simulate").toString());
            }
        };
    }
}
