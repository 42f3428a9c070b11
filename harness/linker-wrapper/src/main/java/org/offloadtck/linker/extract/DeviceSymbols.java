package org.offloadtck.linker.extract;

import java.util.HashSet;
import java.util.Set;
import org.offloadtck.linker.input.FileFormat;
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
        var file = bytesOf(image);
        return FileFormat.of(file) != FileFormat.ELF
                || ElfObject.parse(file).symbols().stream()
                        .filter(symbol -> !symbol.isLocal() && !symbol.isUndefined())
                        .anyMatch(symbol -> undefined.contains(symbol.name()));
    }

    /// Takes `image` into the link.
    void add(ExtractedImage image) {
        var file = bytesOf(image);
        if (FileFormat.of(file) == FileFormat.ELF) {
            ElfObject.parse(file).symbols().stream()
                    .filter(symbol -> !symbol.isLocal())
                    .forEach(this::add);
        }
    }

    private void add(Symbol symbol) {
        if (!symbol.isUndefined()) {
            defined.add(symbol.name());
            undefined.remove(symbol.name());
        } else if (!symbol.isWeak() && !defined.contains(symbol.name())) {
            undefined.add(symbol.name());
        }
    }

    private static ObjectBytes bytesOf(ExtractedImage image) {
        return ObjectBytes.of(image.origin().toString(), image.image().bytes());
    }
}
