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

/// Checks that a device module exports the symbols that the host's compilation requests. Offloading
/// Design & Internals, Offload Device Compilation.
///
/// Requirements: DC-03, DC-06, DC-08, DC-11.
///
/// @param device the module
/// @param requested the symbols it must export, by name, in the order of the rows
/// @param unreachable variables without an entry in the host, so that no lookup finds them: static
///   variables
public record DeviceModuleCheck(
        CompiledModule device, Map<String, OffloadInfo> requested, Set<String> unreachable) {

    /// Names of the entry sections in all releases: LLVM, llvm/lib/Frontend/Offloading/Utility.cpp.
    private static final Set<String> ENTRY_SECTIONS =
            Set.of(
                    "omp_offloading_entries",
                    "llvm_offload_entries",
                    "cuda_offloading_entries",
                    "hip_offloading_entries");

    /// The symbol of an entry and the name in it. PTX allows no dots in names, so `_$_` replaces
    /// them.
    private static final Pattern ENTRY =
            Pattern.compile(".*offloading(?:\\.|_\\$_)entry(?:\\.|_\\$_)(.+)");

    /// Suffix of the name of a `link` variable's pointer on the device.
    private static final String LINK_POINTER = "_decl_tgt_ref_ptr";

    public DeviceModuleCheck {
        requested = Collections.unmodifiableMap(new LinkedHashMap<>(requested));
        unreachable = Set.copyOf(unreachable);
    }

    /// Checks the module against the requests of the host's module.
    public static DeviceModuleCheck of(CompiledModule host, CompiledModule device) {
        var asked = requested(host);
        var entries = host.symbols().stream().flatMap(symbol -> entry(symbol).stream()).toList();
        var unreachable =
                asked.keySet().stream()
                        .filter(name -> !entries.isEmpty() && !entries.contains(name))
                        .toList();
        return new DeviceModuleCheck(device, asked, Set.copyOf(unreachable));
    }

    /// Checks the module against its own copy of the requests. It does not show which of them have
    /// entries in the host, so any local variable may have none.
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

    /// The name of the symbol for which the entry exists; empty if the symbol is no entry.
    public static Optional<String> entry(ModuleSymbol symbol) {
        if (!ENTRY_SECTIONS.contains(symbol.section()) && !symbol.section().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ENTRY.matcher(symbol.name()))
                .filter(Matcher::matches)
                .map(name -> String.valueOf(name.group(1)));
    }

    /// Whether the symbol is the pointer to a variable of the clause `link`.
    public static boolean isLinkPointer(ModuleSymbol symbol) {
        return symbol.name().endsWith(LINK_POINTER);
    }

    /// All faults: first those of requested symbols, then others in file order.
    public List<ModuleFault> faults() {
        var faults = new ArrayList<ModuleFault>();
        requested.values().forEach(row -> faultOf(row).ifPresent(faults::add));
        for (var symbol : device.symbols()) {
            faultOf(symbol).ifPresent(faults::add);
        }
        new DeviceRuntimeUse(device).fault().ifPresent(faults::add);
        return List.copyOf(faults);
    }

    private Optional<ModuleFault> faultOf(OffloadInfo row) {
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

    private Optional<ModuleFault> faultOf(ModuleSymbol symbol) {
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
        return isUnrequested(symbol)
                ? Optional.of(
                        fault(
                                ModuleFault.Kind.UNASKED_EXPORT,
                                symbol,
                                "%s %s is exported when the host does not request it"
                                        .formatted(symbol.kind().word(), symbol.name())))
                : Optional.empty();
    }

    /// Whether another image could preempt the symbol. Kernels and link pointers are compared with
    /// the profiles instead, because releases have given them default visibility.
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

    /// Whether the host does not request the symbol; false if there are no requests.
    private boolean isUnrequested(ModuleSymbol symbol) {
        boolean checked = symbol.kind() == Kind.KERNEL || symbol.kind() == Kind.VARIABLE;
        return checked
                && !requested.isEmpty()
                && !requested.containsKey(symbol.name())
                && !DeviceRuntimeUse.ownsName(symbol.name())
                && !belongsToKernel(symbol);
    }

    /// Whether the name is a kernel's name with a suffix, such as `<kernel>_exec_mode`.
    private boolean belongsToKernel(ModuleSymbol symbol) {
        return device.symbols().stream()
                .filter(this::isKernel)
                .anyMatch(kernel -> symbol.name().startsWith(kernel.name() + "_"));
    }

    private static ModuleFault fault(ModuleFault.Kind kind, ModuleSymbol symbol, String problem) {
        return new ModuleFault(kind, symbol.name(), symbol.position(), problem);
    }
}
