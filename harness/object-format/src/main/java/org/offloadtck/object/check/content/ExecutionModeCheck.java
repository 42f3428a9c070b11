package org.offloadtck.object.check.content;

import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;

/// Checks the execution modes that an image for NVIDIA GPUs states for its kernels.
///
/// Requirement: OC-37.
public record ExecutionModeCheck(Observations observations, ObservedImage found) {

    /// Suffix of a byte. Source: LLVM 14 to 17, `PluginInterface.cpp`, `getExecutionModeForKernel`.
    private static final String MODE = "_exec_mode";

    /// Suffix of a structure. Source: LLVM 18 to 23, `PluginInterface.cpp`,
    /// `GenericKernelTy::init`.
    private static final String ENVIRONMENT = "_kernel_environment";

    /// Offset of `ExecMode` in `ConfigurationEnvironmentTy`. Source: LLVM 18 to 23,
    /// `Shared/Environment.h`.
    private static final int MODE_OFFSET = 2;

    /// `OMP_TGT_EXEC_MODE_GENERIC`, `_SPMD` and `_GENERIC_SPMD`. Source: LLVM 14 to 23,
    /// `llvm/include/llvm/Frontend/OpenMP/OMPDeviceConstants.h`, `OMPTgtExecModeFlags`.
    private static final Set<Integer> MODES = Set.of(1, 2, 3);

    /// The same with `_BARE`, since LLVM 18, and `_SPMD_NO_LOOP`, since LLVM 22.
    private static final Set<Integer> LATER_MODES = Set.of(0, 1, 2, 3, 6);

    public void read(ElfObject object) {
        var functions =
                object.symbols().stream()
                        .filter(symbol -> symbol.type().equals(SymbolType.FUNC))
                        .map(Symbol::name)
                        .collect(Collectors.toSet());
        for (var symbol : object.symbols()) {
            if (describes(MODE, symbol, functions)) {
                mode(object, symbol, 0, MODES);
            } else if (describes(ENVIRONMENT, symbol, functions)) {
                mode(object, symbol, MODE_OFFSET, LATER_MODES);
            }
        }
    }

    private static boolean describes(String suffix, Symbol symbol, Set<String> functions) {
        var name = symbol.name();
        return name.endsWith(suffix)
                && functions.contains(name.substring(0, name.length() - suffix.length()));
    }

    private void mode(ElfObject object, Symbol symbol, int offset, Set<Integer> allowed) {
        if (!(symbol.place() instanceof SymbolPlace.InSection(var index))
                || index >= object.sections().size()) {
            return;
        }
        var section = object.sections().get(index);
        if (!section.type().occupiesFile()) {
            return;
        }
        long at = symbol.value() - section.address() + offset;
        try {
            int mode = section.contents().u8(at, "execution mode");
            if (!allowed.contains(mode)) {
                observations.add(
                        ImageRule.IMPOSSIBLE_EXEC_MODE,
                        found.section(),
                        section.contents().base() + at,
                        "the execution mode of %s is %d when it should be one of %s"
                                .formatted(
                                        symbol.name(), mode, allowed.stream().sorted().toList()));
            }
        } catch (MalformedObjectException e) {
            observations.add(ImageRule.MALFORMED_IMAGE, found.section(), e);
        }
    }
}
