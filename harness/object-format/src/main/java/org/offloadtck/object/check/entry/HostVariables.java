package org.offloadtck.object.check.entry;

import java.util.List;
import org.offloadtck.object.check.observation.HostDefinitions;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// The variables of a host file for which a compiler writes entries if a device shares them.
///
/// Clang 19 and 22 write none for constants, and no release writes one for virtual tables, type
/// information and guards, which host and device define both.
public final class HostVariables implements HostDefinitions {

    /// Start of the names of virtual tables and type information, of guard variables, and of
    /// variables of compilers and runtimes, such as `__odr_asan_gen_v` and
    /// `.gomp_critical_user_.reduction.var`. Sources: Itanium C++ ABI, "Virtual Tables and RTTI"
    /// and "Guard Variables"; ISO C, "Reserved identifiers"; LLVM 13 to 23,
    /// `OpenMPIRBuilder::getNameWithSeparators`.
    private static final List<String> COMPILER_NAMES = List.of("_ZT", "_ZG", "__", ".");

    /// Start of the names of sections of constants that a loader relocates.
    private static final String RELOCATED_CONSTANTS = ".data.rel.ro";

    /// Clang 15 to 22 write no entries for hidden variables: host and device have one each. Tried
    /// with `-fvisibility=hidden`.
    private static final List<SymbolVisibility> HIDDEN =
            List.of(SymbolVisibility.HIDDEN, SymbolVisibility.INTERNAL);

    private final ElfObject object;

    public HostVariables(ElfObject object) {
        this.object = object;
    }

    @Override
    public boolean hasVariable(String name) {
        for (var start : COMPILER_NAMES) {
            if (name.startsWith(start)) {
                return false;
            }
        }
        for (var symbol : object.index().named(name)) {
            if (isShared(symbol)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean defines(String name) {
        return object.index().named(name).stream().anyMatch(symbol -> !symbol.isUndefined());
    }

    /// A relocatable link keeps the symbol `STT_FILE` of each object (generic ABI, "Symbol Table").
    @Override
    public boolean isOfOneSource() {
        return object.header().type().equals(ElfType.RELOCATABLE)
                && object.symbols().stream()
                                .filter(symbol -> symbol.type().equals(SymbolType.FILE))
                                .count()
                        == 1;
    }

    private boolean isShared(Symbol symbol) {
        if (!symbol.type().equals(SymbolType.OBJECT)
                || !symbol.binding().equals(SymbolBinding.GLOBAL)
                || HIDDEN.contains(symbol.visibility())
                || !(symbol.place() instanceof SymbolPlace.InSection(var index))
                || index >= object.sections().size()) {
            return false;
        }
        var section = object.sections().get(index);
        return section.has(SectionFlag.WRITE) && !section.name().startsWith(RELOCATED_CONSTANTS);
    }
}
