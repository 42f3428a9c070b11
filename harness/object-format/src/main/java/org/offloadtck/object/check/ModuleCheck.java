package org.offloadtck.object.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.module.DeviceModuleCheck;
import org.offloadtck.object.check.module.HostModuleCheck;
import org.offloadtck.object.check.module.ModuleAbiCheck;
import org.offloadtck.object.check.module.ModuleFault;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ModuleReport;
import org.offloadtck.object.check.rule.FileRule;
import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.Side;
import org.offloadtck.object.ir.IrSyntaxException;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.runtime.DeviceAbi;

/// Checks modules of LLVM IR and PTX.
///
/// @param hosts the host module to which the device modules belong; none or one
record ModuleCheck(AbiProfiles profiles, List<CompiledModule> hosts) {

    /// Number of leading bytes that decide whether a file is text.
    private static final int HEAD = 4096;

    ModuleCheck {
        hosts = List.copyOf(hosts);
    }

    /// Checks the file if it is a module.
    Optional<FileReport> check(ObjectBytes file) {
        var head = text(file.window(0, Math.min(file.size(), HEAD), "text"));
        if (head.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        return CompiledModule.language(head).map(language -> check(file, language));
    }

    private FileReport check(ObjectBytes file, CompiledModule.Language language) {
        try {
            var module = CompiledModule.parse(file.source(), language, text(file));
            return new FileReport.Module(check(module));
        } catch (IrSyntaxException e) {
            return new FileReport.Unreadable(
                    file.source(),
                    new Finding(
                            FileRule.MALFORMED_FILE,
                            "",
                            e.position().offset(),
                            "%s: %s".formatted(e.position(), e.problem())));
        }
    }

    private static String text(ObjectBytes bytes) {
        return new String(bytes.toByteArray(), ISO_8859_1);
    }

    private ModuleReport check(CompiledModule module) {
        var observations = new Observations();
        new ModuleAbiCheck(module, observations).read();
        judge(module, observations).forEach(fault -> add(fault, observations));
        var report = new ProfileComparison(profiles, observations).report(module);
        if (module.side() != Side.DEVICE || !isLaunchedOtherwise(report)) {
            return report;
        }
        observations.add(
                ModuleRule.OTHER_LAUNCH,
                "",
                0,
                "the module agrees with %s when the host, with %s, launches kernels of another ABI"
                        .formatted(
                                String.join(" ", report.agreesWith()),
                                String.join(" ", hostProfiles())));
        return new ProfileComparison(profiles, observations).report(module);
    }

    /// Whether no ABI of the device module is one by which the host module's release launches.
    private boolean isLaunchedOtherwise(ModuleReport device) {
        return !hosts.isEmpty()
                && !device.agreesWith().isEmpty()
                && !hostProfiles().isEmpty()
                && Collections.disjoint(abis(device.agreesWith()), abis(hostProfiles()));
    }

    private List<String> hostProfiles() {
        return new ModuleCheck(profiles, List.of()).check(hosts.getLast()).agreesWith();
    }

    private Set<DeviceAbi> abis(List<String> ids) {
        var abis = EnumSet.noneOf(DeviceAbi.class);
        ids.forEach(id -> abis.add(profiles.profile(id).runtime().deviceAbi()));
        return abis;
    }

    private List<ModuleFault> judge(CompiledModule module, Observations observations) {
        return switch (module.side()) {
            case HOST -> {
                if (module.offloadInfo().isEmpty() && HostModuleCheck.hasEntries(module)) {
                    observations.skip(
                            "entries against omp_offload.info: the module has no such metadata");
                }
                yield HostModuleCheck.faults(module);
            }
            case DEVICE -> {
                if (hosts.isEmpty()) {
                    observations.skip(
                            "sizes and parameters of both sides: no host module precedes the file");
                }
                yield compilation(module).faults();
            }
            case OTHER_DEVICE -> {
                observations.skip("symbols of the module: it has no target region of OpenMP");
                yield List.of();
            }
        };
    }

    private DeviceModuleCheck compilation(CompiledModule device) {
        return hosts.isEmpty()
                ? DeviceModuleCheck.of(device)
                : DeviceModuleCheck.of(hosts.getLast(), device);
    }

    private static void add(ModuleFault fault, Observations observations) {
        observations.add(
                fault.rule(),
                "",
                fault.position().offset(),
                "%s: %s".formatted(fault.position(), fault.problem()));
    }
}
