package org.offloadtck.object.check.image;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.Linkage;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.SymbolContent;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// What the images of one target define that are ELF files or PTX. They are linked together.
final class ImageDefinitions {

    /// Start of the names of AddressSanitizer's functions.
    private static final String SANITIZER = "__asan_";

    private final ObservedImage first;
    private final Map<String, Definition> definitions = new LinkedHashMap<>();
    private boolean symbols;
    private boolean redZones;

    ImageDefinitions(ObservedImage first) {
        this.first = first;
    }

    /// A definition of an image.
    ///
    /// @param size in bytes; 0 if unknown
    /// @param exported whether the symbol is not local, so that a plugin finds it
    record Definition(long size, boolean function, boolean global, boolean exported) {}

    void add(ElfObject object) {
        symbols |= object.symbols().size() > 1 || object.dynamicSymbols().size() > 1;
        OwnEntries.ofUnknown(object)
                .forEach(name ->
                        definitions.putIfAbsent(name, new Definition(0, false, false, false)));
        object.symbols().forEach(this::add);
        object.dynamicSymbols().forEach(this::add);
    }

    /// Adds the kernels, functions and variables of a PTX module. A kernel that is not `.visible`
    /// counts: whether a driver finds it was not tried.
    void add(CompiledModule ptx) {
        symbols |= !ptx.symbols().isEmpty();
        ptx.symbols().forEach(this::add);
    }

    private void add(ModuleSymbol symbol) {
        boolean isKernel = symbol.kind() == ModuleSymbol.Kind.KERNEL;
        if (symbol.isExported() || (symbol.isDefined() && isKernel)) {
            long size =
                    symbol.content() instanceof SymbolContent.Data(var bytes, _)
                            ? Math.max(0, bytes)
                            : 0;
            definitions.put(
                    symbol.name(),
                    new Definition(
                            size,
                            symbol.kind() != ModuleSymbol.Kind.VARIABLE,
                            symbol.linkage() == Linkage.EXTERNAL,
                            true));
        }
    }

    /// Whether the images have symbols, so that a missing definition can be recognised.
    boolean haveSymbols() {
        return symbols;
    }

    /// The first image of the target.
    ObservedImage first() {
        return first;
    }

    Target target() {
        return first.image().target();
    }

    Optional<Definition> find(String name) {
        return Optional.ofNullable(definitions.get(name));
    }

    Map<String, Definition> all() {
        return definitions;
    }

    /// Whether symbols may be larger than their variables, because code of AddressSanitizer has red
    /// zones after them.
    boolean haveRedZones() {
        return redZones;
    }

    private void add(Symbol symbol) {
        redZones |= symbol.name().startsWith(SANITIZER);
        if (symbol.isUndefined() || symbol.name().isEmpty()) {
            return;
        }
        if (!symbol.isLocal()) {
            definitions.put(
                    symbol.name(),
                    new Definition(
                            symbol.size(),
                            symbol.type().equals(SymbolType.FUNC),
                            symbol.binding().equals(SymbolBinding.GLOBAL),
                            true));
        }
    }
}
