package org.offloadtck.linker.device;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.FileFormat;
import org.offloadtck.object.bitcode.BitcodeSymbol;
import org.offloadtck.object.bitcode.BitcodeSymbol.Flag;
import org.offloadtck.object.bitcode.BitcodeSymbolTable;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.offload.ImageKind;

/// A global or weak symbol of a device image, with the properties that decide which archive members
/// a link takes.
///
/// @param visible whether the host can look it up
record DeviceSymbol(String name, boolean undefined, boolean weak, boolean visible) {

    /// The symbols of `image`; empty if it is neither an ELF object nor bitcode with a symbol
    /// table, or if its table is out of order, as in objects of `ptxas`.
    static Optional<List<DeviceSymbol>> of(ExtractedImage image) {
        var file = ObjectBytes.of(image.origin().toString(), image.image().bytes());
        try {
            if (FileFormat.of(file) == FileFormat.ELF) {
                return Optional.of(ofObject(ElfObject.parse(file)));
            }
            return ImageKind.ofContent(image.image().toByteArray()) == ImageKind.BITCODE
                    ? BitcodeSymbolTable.read(file).map(DeviceSymbol::ofBitcode)
                    : Optional.empty();
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    private static List<DeviceSymbol> ofObject(ElfObject object) {
        return object.symbols().stream()
                .filter(Predicate.not(Symbol::isLocal))
                .map(symbol ->
                        new DeviceSymbol(
                                symbol.name(),
                                symbol.isUndefined(),
                                symbol.isWeak(),
                                symbol.visibility() != SymbolVisibility.HIDDEN))
                .toList();
    }

    private static List<DeviceSymbol> ofBitcode(List<BitcodeSymbol> symbols) {
        return symbols.stream()
                .filter(symbol -> symbol.has(Flag.GLOBAL) && !symbol.has(Flag.FORMAT_SPECIFIC))
                .map(symbol ->
                        new DeviceSymbol(
                                symbol.name(),
                                symbol.has(Flag.UNDEFINED),
                                symbol.has(Flag.WEAK),
                                symbol.visibility() != SymbolVisibility.HIDDEN
                                        && !symbol.has(Flag.MAY_OMIT)))
                .toList();
    }
}
