package org.offloadtck.object.check.module;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.ModuleSymbol.Kind;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.ir.TextPosition;
import org.offloadtck.object.ir.Visibility;

/// The module of a device, and what the host's compilation asked it to export. Offloading Design &
/// Internals, Offload Device Compilation.
///
/// @param device the module
/// @param asked what it has to export, by name, in the order of the rows
/// @param unreachable what the host has no entry for, so that nobody looks it up: static variables
public record DeviceModuleCheck(
        CompiledModule device, Map<String, OffloadInfo> requested, Set<String> unreachable) {

    /// The sections of entries in all releases: LLVM, llvm/lib/Frontend/Offloading/Utility.cpp.
    private static final Set<String> ENTRY_SECTIONS =
            Set.of(
                    "omp_offloading_entries",
                    "llvm_offload_entries",
                    "cuda_offloading_entries",
                    "hip_offloading_entries");

    /// The symbol of an entry, and what it is for; PTX has no dots in names and writes `_$_` for
    /// them.
    private static final Pattern ENTRY =
            Pattern.compile(".*offloading(?:\\.|_\\$_)entry(?:\\.|_\\$_)(.+)");

    /// What a variable of the clause `link` is called on the device.
    private static final String LINK_POINTER = "_decl_tgt_ref_ptr";

    public DeviceModuleCheck {
        requested = Collections.unmodifiableMap(new LinkedHashMap<>(requested));
        unreachable = Set.copyOf(unreachable);
    }

    /// The module against what the host's module asks for.
    public static DeviceModuleCheck of(CompiledModule host, CompiledModule device) {
        var asked = requested(host);
        var entries = host.symbols().stream().flatMap(symbol -> entry(symbol).stream()).toList();
        var unreachable =
                asked.keySet().stream()
                        .filter(name -> !entries.isEmpty() && !entries.contains(name))
                        .toList();
        return new DeviceModuleCheck(device, asked, Set.copyOf(unreachable));
    }

    /// The module against the rows that it repeats itself. Which of them the host has entries for
    /// is not known, so that a local variable may be one that it has none for.
    public static DeviceModuleCheck of(CompiledModule device) {
        var asked = requested(device);
        var local =
                asked.values().stream()
                        .filter(OffloadInfo.Variable.class::isInstance)
                        .map(OffloadInfo::name)
                        .filter(name ->
                                device.symbol(name)
                                        .filter(symbol -> symbol.linkage().isLocal())
                                        .isPresent())
                        .toList();
        return new DeviceModuleCheck(device, asked, Set.copyOf(local));
    }

    private static Map<String, OffloadInfo> requested(CompiledModule module) {
        var asked = new LinkedHashMap<String, OffloadInfo>();
        module.offloadInfo().forEach(row -> asked.put(row.name(), row));
        return asked;
    }

    /// What an entry is for; empty if the symbol is no entry.
    public static Optional<String> entry(ModuleSymbol symbol) {
        if (!ENTRY_SECTIONS.contains(symbol.section()) && !symbol.section().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ENTRY.matcher(symbol.name()))
                .filter(Matcher::matches)
                .map(name -> String.valueOf(name.group(1)));
    }

    /// Whether the symbol stands for a variable of the clause `link`.
    public static boolean isLinkPointer(ModuleSymbol symbol) {
        return symbol.name().endsWith(LINK_POINTER);
    }

    /// Everything that is wrong, by what the host asks for and then in file order.
    public List<ModuleFault> faults() {
        var faults = new ArrayList<ModuleFault>();
        requested.values().forEach(row -> judge(row).ifPresent(faults::add));
        for (var symbol : device.symbols()) {
            judge(symbol).ifPresent(faults::add);
        }
        new DeviceRuntimeUse(device).fault().ifPresent(faults::add);
        return List.copyOf(faults);
    }

    private Optional<ModuleFault> judge(OffloadInfo row) {
        var found = device.symbol(row.name()).filter(ModuleSymbol::isDefined);
        if (found.isEmpty() || (!found.get().isExported() && !unreachable.contains(row.name()))) {
            return Optional.of(missing(row, found));
        }
        return isWhatItShouldBe(row, found.get())
                ? Optional.empty()
                : Optional.of(
                        fault(
                                ModuleFault.Kind.WRONG_EXPORT,
                                found.get(),
                                "%s is a %s when it should be a %s"
                                        .formatted(
                                                row.name(), found.get().kind().word(), word(row))));
    }

    private static ModuleFault missing(OffloadInfo row, Optional<ModuleSymbol> found) {
        var is =
                found.map(symbol ->
                                symbol.linkage().isLocal()
                                        ? symbol.linkage().keyword()
                                        : symbol.visibility().keyword())
                        .orElse("not defined");
        return new ModuleFault(
                ModuleFault.Kind.MISSING_EXPORT,
                row.name(),
                found.map(ModuleSymbol::position).orElse(new TextPosition(0, 1, 1)),
                "%s %s is %s when it should be exported".formatted(word(row), row.name(), is));
    }

    private boolean isWhatItShouldBe(OffloadInfo row, ModuleSymbol symbol) {
        return switch (row) {
            case OffloadInfo.Region _ ->
                    symbol.kind() == Kind.KERNEL
                            || (symbol.kind() == Kind.FUNCTION && !device.isForGpu());
            case OffloadInfo.Variable _ -> symbol.kind() == Kind.VARIABLE;
            case OffloadInfo.IndirectFunction _ -> symbol.kind() == Kind.FUNCTION;
        };
    }

    private static String word(OffloadInfo row) {
        return switch (row) {
            case OffloadInfo.Region _ -> "kernel";
            case OffloadInfo.Variable _ -> "variable";
            case OffloadInfo.IndirectFunction _ -> "function";
        };
    }

    private Optional<ModuleFault> judge(ModuleSymbol symbol) {
        if (device.isForGpu() && entry(symbol).isPresent()) {
            return Optional.of(
                    fault(
                            ModuleFault.Kind.HAS_ENTRIES,
                            symbol,
                            "%s is an offload entry when the module of a device should have none"
                                    .formatted(symbol.name())));
        }
        if (!symbol.isExported() || entry(symbol).isPresent()) {
            return Optional.empty();
        }
        if (isPreemptible(symbol)) {
            return Optional.of(
                    fault(
                            ModuleFault.Kind.PREEMPTIBLE,
                            symbol,
                            "%s has default visibility when it should be protected"
                                    .formatted(symbol.name())));
        }
        return isUnasked(symbol)
                ? Optional.of(
                        fault(
                                ModuleFault.Kind.UNASKED_EXPORT,
                                symbol,
                                "%s %s is exported when no entry of the host names it"
                                        .formatted(symbol.kind().word(), symbol.name())))
                : Optional.empty();
    }

    /// Kernels and link pointers are left to the profiles: releases have given them default
    /// visibility.
    private boolean isPreemptible(ModuleSymbol symbol) {
        return symbol.visibility() == Visibility.DEFAULT
                && !isKernel(symbol)
                && !isLinkPointer(symbol)
                && !DeviceRuntimeUse.ownsName(symbol.name())
                && !belongsToKernel(symbol);
    }

    private boolean isKernel(ModuleSymbol symbol) {
        return symbol.kind() == Kind.KERNEL
                || requested.get(symbol.name()) instanceof OffloadInfo.Region;
    }

    /// Without rows nobody knows what the host asks for.
    private boolean isUnasked(ModuleSymbol symbol) {
        boolean judged = symbol.kind() == Kind.KERNEL || symbol.kind() == Kind.VARIABLE;
        return judged
                && !requested.isEmpty()
                && !requested.containsKey(symbol.name())
                && !DeviceRuntimeUse.ownsName(symbol.name())
                && !belongsToKernel(symbol);
    }

    /// Whether the name is a kernel's with a suffix, as `<kernel>_exec_mode`.
    private boolean belongsToKernel(ModuleSymbol symbol) {
        return device.symbols().stream()
                .filter(this::isKernel)
                .anyMatch(kernel -> symbol.name().startsWith(kernel.name() + "_"));
    }

    private static ModuleFault fault(ModuleFault.Kind kind, ModuleSymbol symbol, String problem) {
        return new ModuleFault(kind, symbol.name(), symbol.position(), problem);
    }
}
