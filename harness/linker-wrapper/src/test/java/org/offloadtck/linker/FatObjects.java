package org.offloadtck.linker;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;

/// Host objects with device images and no other contents.
public final class FatObjects {

    public static final String TRIPLE = "x86_64-pc-linux-gnu";

    private static final int OPENMP = 1;

    private FatObjects() {}

    /// A fat object with one image for [#TRIPLE]. The image defines a symbol, hidden as compilers
    /// leave device functions, and refers to another; an empty name omits either.
    public static LinkInput of(String source, String defines, String refersTo) {
        return of(source, List.of(image(TRIPLE, "", deviceObject(defines, refersTo))));
    }

    public static LinkInput of(String source, List<OffloadBinary.Image> images) {
        var binaries = new ArrayList<OffloadBinary>();
        images.forEach(
                image -> binaries.add(new OffloadBinary(OffloadBinary.Version.V1, List.of(image))));
        var bytes =
                SampleObject.named(source)
                        .section(
                                ".llvm.offloading",
                                SectionType.LLVM_OFFLOADING,
                                SectionFlag.mask(SectionFlag.EXCLUDE),
                                section -> section.bytes(OffloadBinary.writeAll(binaries)))
                        .bytes();
        return LinkInput.read(source, bytes);
    }

    public static OffloadBinary.Image image(String triple, String arch, byte[] bytes) {
        return OffloadBinary.Image.of(
                ImageKind.OBJECT, OPENMP, new OffloadBinary.Target(triple, arch), bytes);
    }

    private static byte[] deviceObject(String defines, String refersTo) {
        return SampleObject.named("device")
                .data(data -> {
                    if (!defines.isEmpty()) {
                        data.define(
                                SymbolDefinition.global(defines, 8).with(SymbolVisibility.HIDDEN));
                    }
                    if (!refersTo.isEmpty()) {
                        data.address(refersTo, 0);
                    }
                })
                .bytes();
    }
}
