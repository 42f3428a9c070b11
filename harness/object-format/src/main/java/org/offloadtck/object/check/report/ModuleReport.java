package org.offloadtck.object.check.report;

import java.util.List;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.ModuleSymbol;

/// The judgement of a module of LLVM IR or PTX.
///
/// @param profiles every profile in the order of the profiles, with what it would have otherwise
/// @param unknowns values that no profile has
public record ModuleReport(
        CompiledModule module,
        List<ProfileVerdict> profiles,
        List<ProfileMismatch> unknowns,
        List<Finding> findings) {

    public ModuleReport {
        profiles = List.copyOf(profiles);
        unknowns = List.copyOf(unknowns);
        findings = List.copyOf(findings);
    }

    /// What the file is: `PTX of a device, sm_75`.
    public String kind() {
        return "%s of a %s, %s"
                .formatted(
                        module.language().title(),
                        switch (module.side()) {
                            case HOST -> "host";
                            case DEVICE -> "device";
                        },
                        module.target());
    }

    /// The ids of the profiles the module agrees with, in the order of the profiles.
    public List<String> agreesWith() {
        return profiles.stream()
                .filter(ProfileVerdict::agrees)
                .map(ProfileVerdict::profile)
                .toList();
    }

    /// What others can find in a device's module, in file order.
    public List<ModuleSymbol> exports() {
        return switch (module.side()) {
            case HOST -> List.of();
            case DEVICE -> module.symbols().stream().filter(ModuleSymbol::isExported).toList();
        };
    }
}
