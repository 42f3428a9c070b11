package org.offloadtck.linker.device;

import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.extract.ExtractedImage;
import org.offloadtck.linker.input.FileFormat;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.Symbol;

/// An image that may take part in a link, with the symbols by which that is decided.
///
/// @param globals the global and weak symbols; empty for an image that is no ELF object, as
///   bitcode, or whose symbol table is out of order, as `ptxas` writes it
record Candidate(ExtractedImage image, Optional<List<Symbol>> globals) {

    static Candidate of(ExtractedImage image) {
        return new Candidate(image, globals(image));
    }

    /// Whether the image is of a programming model whose runtime looks symbols up by name.
    boolean isOfAnOffloadKind() {
        return image.image().offloadKindCode() != 0;
    }

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
