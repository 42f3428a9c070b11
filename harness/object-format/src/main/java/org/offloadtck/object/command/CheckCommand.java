package org.offloadtck.object.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.data.JsonList;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.ProfileDemand;
import org.offloadtck.object.check.report.CheckReportText;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.together.FilesTogether;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.MalformedProfileException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck check`: reports the profiles a file agrees with, its artifacts and its faults.
///
/// Requirements: OC-01, OC-02, OC-06, OC-76, OC-77.
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description =
                "Checks objects, archives, executables and offload binaries; 1 if one is faulty, 2 if one"
                        + " cannot be read or has an unknown format.")
public final class CheckCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files to check.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Option(
            names = "--together",
            description =
                    "Also compare the files as those of one link: objects, archives, what was linked, and its"
                            + " runtime libomptarget.so.N.")
    private boolean together;

    @Option(
            names = "--profile",
            paramLabel = "ID",
            description = "The ABI profile that the files must agree with (default: any one).")
    private String profile = "";

    @Option(
            names = "--profile-file",
            paramLabel = "YAML",
            description = "An additional ABI profile to compare with (repeatable).")
    private List<Path> profileFiles = new ArrayList<>();

    @Override
    public Integer call() {
        var profiles = profiles();
        if (!profile.isEmpty()) {
            ProfileOption.profile(spec, profiles, profile);
        }
        var out = spec.commandLine().getOut();
        int status;
        if (json) {
            try (var list = new JsonList(out, "files")) {
                status = check(profiles, report -> list.add(CheckReportJson.of(report)));
            }
        } else {
            status = check(profiles, report -> out.print(CheckReportText.of(report)));
        }
        out.flush();
        return status;
    }

    private int check(AbiProfiles profiles, Consumer<FileReport> reports) {
        var checks =
                new FileChecks(
                        new ArtifactCheck(profiles),
                        Optional.of(profile).filter(id -> !id.isEmpty()).map(ProfileDemand::new),
                        together ? Optional.of(new FilesTogether(profiles)) : Optional.empty(),
                        reports,
                        spec.commandLine().getErr());
        checks.of(files);
        return checks.status();
    }

    private AbiProfiles profiles() {
        var profiles = AbiProfiles.load();
        for (var file : profileFiles) {
            profiles = with(profiles, file);
        }
        return profiles;
    }

    private AbiProfiles with(AbiProfiles profiles, Path file) {
        try {
            return profiles.with(file.toString(), InputFile.readText(file));
        } catch (MalformedProfileException fault) {
            throw new ParameterException(spec.commandLine(), fault.getMessage(), fault);
        }
    }
}
