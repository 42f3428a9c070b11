package org.offloadtck.object.check.together;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.observation.EntryContent;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;

/// The code of a region in an image that is an ELF file.
///
/// @param target triple and processor of the image
/// @param hash of the bytes of the kernel, before relocation
record RegionCode(String target, String region, int size, int hash) {

    /// The section of the kit's device toolkit for the text of its images.
    private static final String PTX = ".ptx";

    /// The regions of an image by target and name; none if it is no ELF file.
    static Map<String, RegionCode> of(ObjectBytes file, ImageReport image) {
        var contents = file.window(image.offset(), image.size(), "image");
        if (!ElfObject.isElf(contents)) {
            return Map.of();
        }
        try {
            var object = ElfObject.parse(contents);
            return object.symbols().stream()
                    .filter(symbol -> EntryContent.isRegionName(symbol.name()))
                    .flatMap(symbol -> of(object, target(image), symbol).stream())
                    .collect(toUnmodifiableMap(RegionCode::key, one -> one, (one, _) -> one));
        } catch (MalformedObjectException _) {
            return Map.of();
        }
    }

    static String target(ImageReport image) {
        return "triple '%s', arch '%s'".formatted(image.triple(), image.arch());
    }

    String key() {
        return target + " " + region;
    }

    private static Optional<RegionCode> of(ElfObject object, String target, Symbol symbol) {
        if (!(symbol.place() instanceof SymbolPlace.InSection(int index))
                || index >= object.sections().size()) {
            return Optional.empty();
        }
        var section = object.sections().get(index);
        var bytes = section.bytes();
        if (section.name().equals(PTX)) {
            return ptx(target, symbol.name(), new String(bytes, ISO_8859_1));
        }
        long start = symbol.value() - section.address();
        if (start < 0 || symbol.size() <= 0 || start + symbol.size() > bytes.length) {
            return Optional.empty();
        }
        var code = Arrays.copyOfRange(bytes, (int) start, (int) (start + symbol.size()));
        return Optional.of(
                new RegionCode(target, symbol.name(), code.length, Arrays.hashCode(code)));
    }

    /// The kernel in the text of an image of the kit's device toolkit: from its name to the brace
    /// that closes its body, which LLVM's code generator writes on a line of its own.
    private static Optional<RegionCode> ptx(String target, String region, String text) {
        int start = text.indexOf(".entry " + region + "(");
        int end = start < 0 ? -1 : text.indexOf("\n}", start);
        return end < 0
                ? Optional.empty()
                : Optional.of(
                        new RegionCode(
                                target,
                                region,
                                end - start,
                                text.substring(start, end).hashCode()));
    }
}
