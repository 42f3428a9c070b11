package org.offloadtck.launch.command;

import java.nio.file.Path;
import java.util.Optional;
import org.offloadtck.launch.profile.document.ProfileFiles;
import picocli.CommandLine.Option;

/// The option of a command about profiles of kernels.
public final class KernelProfileOption {

    @Option(
            names = "--profile-out",
            paramLabel = "FILE_OR_DIR",
            description =
                    "Write a profile of each kernel to FILE, which ends in .html, .json or .txt,"
                            + " or all three into the folder DIR; implies --timing.")
    private Optional<String> name = Optional.empty();

    /// Whether profiles are wanted.
    public boolean isGiven() {
        return name.isPresent();
    }

    /// The files to write; nothing if the name is that of neither a file of a known format nor a
    /// folder.
    ///
    /// @param directory to which the name is relative
    public Optional<ProfileFiles> files(Path directory) {
        return name.isEmpty()
                ? Optional.of(ProfileFiles.NONE)
                : ProfileFiles.of(name.get(), directory);
    }

    /// What is wrong if there are no [#files].
    public String problem() {
        return "--profile-out is '%s' when it should end in .html, .json or .txt, or be a folder"
                .formatted(name.orElse(""));
    }
}
