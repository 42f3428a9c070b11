package org.offloadtck.object.check.report;

import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.ModuleSymbol;

/// The result of checking a module of LLVM IR or PTX.
///
/// @param profiles the verdict of every profile, in the order of the profiles
/// @param unjudged what the check did not judge, each with the reason
public record ModuleReport(
        CompiledModule module,
        List<ProfileVerdict> profiles,
        List<Finding> findings,
        List<String> unjudged) {

    public ModuleReport {
        profiles = List.copyOf(profiles);
        findings = List.copyOf(findings);
        unjudged = List.copyOf(unjudged);
    }

    /// The same report with one more finding.
    public ModuleReport with(Finding finding) {
        return new ModuleReport(
                module,
                profiles,
                Stream.concat(findings.stream(), Stream.of(finding)).toList(),
                unjudged);
    }

    /// Language, side and target in words, such as `PTX of a device, sm_75`.
    public String kind() {
        return "%s of a %s, %s"
                .formatted(
                        module.language().title(),
                        switch (module.side()) {
                            case HOST -> "host";
                            case DEVICE, OTHER_DEVICE -> "device";
                        },
                        module.target());
    }

    /// The ids of the agreeing profiles, in the order of the profiles.
    public List<String> agreesWith() {
        return profiles.stream()
                .filter(ProfileVerdict::agrees)
                .map(ProfileVerdict::profile)
                .toList();
    }

    /// The exported symbols of a device module, in file order.
    public List<ModuleSymbol> exports() {
        return switch (module.side()) {
            case HOST -> List.of();
            case DEVICE, OTHER_DEVICE ->
                    module.symbols().stream().filter(ModuleSymbol::isExported).toList();
        };
    }
}
