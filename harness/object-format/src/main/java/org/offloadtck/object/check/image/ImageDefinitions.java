package org.offloadtck.object.check.image;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.check.image.DeviceImageCheck.OpenedImage;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// What the ELF images of one target define. They are linked together.
final class ImageDefinitions {

    /// Start of the names of AddressSanitizer's functions.
    private static final String SANITIZER = "__asan_";

    private final OpenedImage first;
    private final Map<String, Definition> definitions = new LinkedHashMap<>();
    private boolean symbols;
    private boolean redZones;

    ImageDefinitions(OpenedImage first) {
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

    /// Whether the images have symbols, so that a missing definition can be recognised.
    boolean haveSymbols() {
        return symbols;
    }

    /// The first image of the target.
    ObservedImage first() {
        return first.found();
    }

    Target target() {
        return first.target();
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
