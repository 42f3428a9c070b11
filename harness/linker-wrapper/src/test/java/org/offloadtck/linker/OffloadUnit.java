package org.offloadtck.linker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.EXCLUDE;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.elf.build.SectionAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.profile.AbiProfile;

/// A small fat object: target regions, and the image for each target with some of them.
///
/// @param edition of the entries' form
/// @param regions names of its entries
/// @param images the regions in the image, by triple
record OffloadUnit(
        String source,
        AbiProfile edition,
        List<String> regions,
        SequencedMap<String, List<String>> images) {

    private static final int OPENMP = 1;

    LinkInput input() {
        var object = SampleObject.named(source);
        object.section(
                ".rodata",
                SectionFlag.mask(ALLOC),
                data -> regions.forEach(region -> names(data, region)));
        if (!regions.isEmpty()) {
            object.section(
                    edition.entries().section(OffloadKind.OPENMP).orElseThrow(),
                    SectionFlag.mask(ALLOC, WRITE),
                    entries -> regions.forEach(region -> entry(entries, region)));
        }
        if (!images.isEmpty()) {
            var binaries = images.entrySet().stream().map(OffloadUnit::binary).toList();
            object.section(
                    ".llvm.offloading",
                    SectionType.LLVM_OFFLOADING,
                    SectionFlag.mask(EXCLUDE),
                    section -> section.bytes(OffloadBinary.writeAll(binaries)));
        }
        return LinkInput.read(source, object.bytes());
    }

    private static void names(SectionAssembler data, String region) {
        data.define(SymbolDefinition.local(region + ".id", 1)).u8(0);
        data.define(SymbolDefinition.local(region + ".name", region.length() + 1))
                .bytes((region + "\0").getBytes(US_ASCII));
    }

    private void entry(SectionAssembler entries, String region) {
        var layout = edition.entries().layout();
        byte[] fields = OffloadEntry.unplaced(OPENMP, 0, 0, 0).write(layout);
        entries.define(
                SymbolDefinition.global(edition.entries().symbolPrefix() + region, layout.size())
                        .with(SymbolBinding.WEAK));
        int at = 0;
        while (at < fields.length) {
            if (at == layout.addressOffset()) {
                entries.address(region + ".id", 0);
                at += Long.BYTES;
            } else if (at == layout.nameOffset()) {
                entries.address(region + ".name", 0);
                at += Long.BYTES;
            } else {
                entries.u8(fields[at]);
                at++;
            }
        }
    }

    private static OffloadBinary binary(Map.Entry<String, List<String>> image) {
        byte[] device =
                SampleObject.named("device.o")
                        .data(data ->
                                image.getValue()
                                        .forEach(region ->
                                                data.define(SymbolDefinition.global(region, 8))
                                                        .u64(0)))
                        .bytes();
        return new OffloadBinary(
                OffloadBinary.Version.V1, List.of(FatObjects.image(image.getKey(), "", device)));
    }
}
