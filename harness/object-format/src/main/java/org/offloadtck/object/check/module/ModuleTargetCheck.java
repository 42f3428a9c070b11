package org.offloadtck.object.check.module;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.offloadtck.object.check.content.DeviceTriple;
import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.TextPosition;

/// Checks the target that a module for a device states. `ptxas` and the driver reject PTX whose
/// version is older than its target, and PTX without addresses of 64 bits: PTX ISA, PTX Module
/// Directives, `.address_size`, whose default is 32.
///
/// Requirements: OC-66, OC-71, OC-72.
final class ModuleTargetCheck {

    /// The first version of PTX for each architecture, as ten times major plus minor: PTX ISA,
    /// Release Notes.
    private static final Map<Integer, Integer> FIRST_VERSION =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry(50, 40),
                            Map.entry(52, 41),
                            Map.entry(53, 42),
                            Map.entry(60, 50),
                            Map.entry(61, 50),
                            Map.entry(62, 50),
                            Map.entry(70, 60),
                            Map.entry(72, 61),
                            Map.entry(75, 63),
                            Map.entry(80, 70),
                            Map.entry(86, 71),
                            Map.entry(87, 74),
                            Map.entry(89, 78),
                            Map.entry(90, 78),
                            Map.entry(100, 86),
                            Map.entry(101, 86),
                            Map.entry(103, 88),
                            Map.entry(120, 87),
                            Map.entry(121, 88)));

    private static final Pattern TARGET = Pattern.compile("sm_(\\d{2,3})[af]?(?:,.*)?");

    private static final Pattern VERSION = Pattern.compile("(\\d{1,2})\\.(\\d)");

    private static final int MAJOR = 10;

    private static final String ADDRESS_SIZE = "64";

    private ModuleTargetCheck() {}

    static List<ModuleFault> faults(CompiledModule device) {
        return switch (device.language()) {
            case LLVM_IR -> triple(device);
            case PTX -> ptx(device);
        };
    }

    private static List<ModuleFault> triple(CompiledModule device) {
        var triple = device.target();
        return DeviceTriple.of(triple).fault().stream()
                .map(fault ->
                        new ModuleFault(
                                ModuleRule.MODULE_TRIPLE,
                                "",
                                device.targetPosition(),
                                triple.isEmpty()
                                        ? "the module states no triple when it should state that of its device"
                                        : "triple is '%s': %s".formatted(triple, fault)))
                .toList();
    }

    private static List<ModuleFault> ptx(CompiledModule device) {
        var faults = new ArrayList<ModuleFault>();
        problem(device)
                .ifPresent(problem ->
                        faults.add(
                                new ModuleFault(
                                        ModuleRule.PTX_TARGET, "", TextPosition.START, problem)));
        var size = device.addressSize();
        if (!size.text().equals(ADDRESS_SIZE)) {
            faults.add(
                    new ModuleFault(
                            ModuleRule.PTX_ADDRESS_SIZE,
                            "",
                            size.position(),
                            ".address_size is '%s' when it should be %s"
                                    .formatted(size.text(), ADDRESS_SIZE)));
        }
        return List.copyOf(faults);
    }

    private static Optional<String> problem(CompiledModule device) {
        var version = VERSION.matcher(device.version());
        var target = TARGET.matcher(device.target());
        if (!version.matches()) {
            return Optional.of(
                    ".version is '%s' when it should be a version of PTX"
                            .formatted(device.version()));
        }
        if (!target.matches()) {
            return Optional.of(
                    ".target is '%s' when it should be an architecture such as sm_70"
                            .formatted(device.target()));
        }
        int has = Integer.parseInt(version.group(1)) * MAJOR + Integer.parseInt(version.group(2));
        int needs = FIRST_VERSION.getOrDefault(Integer.parseInt(target.group(1)), has);
        return needs <= has
                ? Optional.empty()
                : Optional.of(
                        ".version is %s when the target %s needs %d.%d or later"
                                .formatted(
                                        device.version(),
                                        device.target(),
                                        needs / MAJOR,
                                        needs % MAJOR));
    }
}
