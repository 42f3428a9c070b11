package org.offloadtck.object.check.module;

import java.util.function.Function;
import java.util.regex.Pattern;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.ir.ModuleConstant.Aggregate;
import org.offloadtck.object.ir.ModuleConstant.Scalar;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.RegionLaunch;
import org.offloadtck.object.ir.SymbolContent.Data;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.RequiresStyle;

/// Records the values in the entries and launches of a host module for which profiles have values.
///
/// Requirements: OE-07, OC-61.
record HostAbiCheck(ModuleContents host, DistinctValues observations) {

    /// The constructor that passes the clauses of `requires` to the runtime: LLVM 14 to 18,
    /// clang/lib/CodeGen/CGOpenMPRuntime.cpp, `emitRequiresDirectiveRegFun`.
    private static final String REQUIRES_CONSTRUCTOR = ".omp_offloading.requires_reg";

    private static final String MAP_TYPES = ".offload_maptypes";

    private static final Pattern NUMBER = Pattern.compile("\\.\\d+$");

    void read() {
        host.entries().forEach(this::entry);
        host.symbol(REQUIRES_CONSTRUCTOR)
                .ifPresent(symbol -> requires(RequiresStyle.CONSTRUCTOR, place(symbol)));
        host.module().launches().stream().filter(RegionLaunch::isRead).forEach(this::launch);
        host.module().symbols().stream()
                .filter(symbol -> symbol.name().startsWith(MAP_TYPES))
                .forEach(this::mapTypes);
    }

    private void entry(ModuleEntry entry) {
        var where = place(entry.symbol());
        equal(
                "entries.layout",
                Integer.toString(entry.layout().size()),
                where,
                profile -> Integer.toString(profile.entries().layout().size()));
        if (DeviceModuleCheck.ENTRY_SECTIONS.contains(entry.symbol().section())) {
            observations.add(
                    ObservedValue.among(
                            "entries.section",
                            entry.symbol().section(),
                            where,
                            profile -> profile.entries().sections().values()));
        }
        var symbol = entry.symbol().name();
        var prefix = symbol.substring(0, symbol.length() - entry.suffix().length());
        if (prefix.startsWith(".")) {
            equal(
                    "entries.symbol-prefix",
                    prefix,
                    where,
                    profile -> profile.entries().symbolPrefix());
        }
        host.symbol(entry.nameSymbol())
                .ifPresent(string -> {
                    equal(
                            "entries.name-symbol",
                            NUMBER.matcher(string.name()).replaceFirst(""),
                            where,
                            profile -> profile.entries().nameSymbol());
                    equal(
                            "entries.name-section",
                            "'" + string.section() + "'",
                            where,
                            profile -> "'" + profile.entries().nameSection() + "'");
                });
        if (entry.isOpenmp()) {
            flags(entry, where);
        }
    }

    private void flags(ModuleEntry entry, Place where) {
        observations.add(
                ObservedValue.satisfying(
                        "entries.openmp-flags",
                        "0x%x".formatted(entry.flags()),
                        where,
                        profile -> (entry.flags() & ~profile.entries().openmpFlags()) == 0,
                        "a set of the bits that entries may have"));
        if (entry.has(OpenmpEntryFlag.REGISTER_REQUIRES)) {
            requires(RequiresStyle.ENTRY, where);
            equal(
                    "entries.requires.name",
                    "'" + entry.name() + "'",
                    where,
                    profile -> "'" + profile.entries().requiresName() + "'");
        }
    }

    private void requires(RequiresStyle style, Place where) {
        observations.add(
                ObservedValue.satisfying(
                        "entries.requires.style",
                        switch (style) {
                            case CONSTRUCTOR -> "constructor";
                            case ENTRY -> "entry";
                        },
                        where,
                        profile -> profile.entries().requires() == style,
                        switch (style) {
                            case CONSTRUCTOR -> "entry";
                            case ENTRY -> "constructor";
                        }));
    }

    private void launch(RegionLaunch launch) {
        equal(
                "runtime.kernel-arguments-version",
                Long.toString(launch.version()),
                ModuleAbiCheck.place("launch of " + launch.kernel(), launch.position()),
                profile -> Integer.toString(profile.runtime().kernelArgumentsVersion()));
    }

    private void mapTypes(ModuleSymbol symbol) {
        if (!(symbol.content() instanceof Data(_, Aggregate(var elements)))) {
            return;
        }
        long types = 0;
        for (var element : elements) {
            types |= element instanceof Scalar(var type) ? type : 0;
        }
        long known = types & ~MapType.MEMBER_OF;
        observations.add(
                ObservedValue.satisfying(
                        "data-mapping.known-types",
                        "0x%x".formatted(known),
                        place(symbol),
                        profile -> (known & ~profile.dataMapping().knownTypes()) == 0,
                        "a set of the bits that map types may have"));
    }

    private void equal(
            String field, String observed, Place where, Function<AbiProfile, String> value) {
        observations.add(ObservedValue.equal(field, observed, where, value));
    }

    private static Place place(ModuleSymbol symbol) {
        return ModuleAbiCheck.place(symbol.name(), symbol.position());
    }
}
