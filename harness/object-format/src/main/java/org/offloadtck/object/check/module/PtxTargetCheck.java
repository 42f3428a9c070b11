package org.offloadtck.object.check.module;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.Language;
import org.offloadtck.object.ir.TextPosition;

/// Checks that the version of a PTX module knows the module's target. `ptxas` and the driver reject
/// a module whose version is older than its target.
///
/// Requirement: OC-66.
final class PtxTargetCheck {

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

    private PtxTargetCheck() {}

    static List<ModuleFault> faults(CompiledModule device) {
        return device.language() == Language.PTX
                ? problem(device).stream()
                        .map(problem ->
                                new ModuleFault(
                                        ModuleRule.PTX_TARGET,
                                        "",
                                        new TextPosition(0, 1, 1),
                                        problem))
                        .toList()
                : List.of();
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
