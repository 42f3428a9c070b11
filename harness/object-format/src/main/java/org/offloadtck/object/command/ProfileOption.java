package org.offloadtck.object.command;

import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `--profile`: the ABI profile of the artifacts that a command makes.
public final class ProfileOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--profile",
            paramLabel = "ID",
            description = "The ABI profile in force (default: ${DEFAULT-VALUE}).")
    private String id = "documented";

    /// The profile.
    ///
    /// @throws ParameterException if no profile has that id
    public AbiProfile profile() {
        return profile(command, AbiProfiles.load(), id);
    }

    /// The profile that `--profile` of `command` names.
    ///
    /// @throws ParameterException if no profile has that id
    public static AbiProfile profile(CommandSpec command, AbiProfiles profiles, String id) {
        if (!profiles.ids().contains(id)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--profile is '%s' when it should be one of %s"
                            .formatted(id, String.join(", ", profiles.ids())));
        }
        return profiles.profile(id);
    }
}
