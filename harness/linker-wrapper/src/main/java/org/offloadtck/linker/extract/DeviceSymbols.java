package org.offloadtck.linker.extract;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.linker.input.FileFormat;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.Symbol;

/// The symbols that the images of one target define and lack so far.
final class DeviceSymbols {

    private final Set<String> defined = new HashSet<>();
    private final Set<String> undefined = new HashSet<>();

    /// Whether `image` defines a symbol that is undefined, other than weakly. An image whose
    /// symbols cannot be read is needed: nothing says otherwise.
    boolean needs(ExtractedImage image) {
        return globals(image)
                .map(globals ->
                        globals.stream()
                                .filter(symbol -> !symbol.isUndefined())
                                .anyMatch(symbol -> undefined.contains(symbol.name())))
                .orElse(true);
    }

    /// Takes `image` into the link.
    void add(ExtractedImage image) {
        globals(image).orElse(List.of()).forEach(this::add);
    }

    private void add(Symbol symbol) {
        if (!symbol.isUndefined()) {
            defined.add(symbol.name());
            undefined.remove(symbol.name());
        } else if (!symbol.isWeak() && !defined.contains(symbol.name())) {
            undefined.add(symbol.name());
        }
    }

    /// The global and weak symbols; empty for an image that is no ELF object, as bitcode, or whose
    /// symbol table is out of order, as `ptxas` writes it.
    private static Optional<List<Symbol>> globals(ExtractedImage image) {
        var file = ObjectBytes.of(image.origin().toString(), image.image().bytes());
        if (FileFormat.of(file) != FileFormat.ELF) {
            return Optional.empty();
        }
        try {
            var symbols = ElfObject.parse(file).symbols();
            return Optional.of(symbols.stream().filter(symbol -> !symbol.isLocal()).toList());
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }
}
