package org.offloadtck.object.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.offload.OffloadBinary.Version;

/// Small objects that no compiler of the corpus wrote.
public final class SampleHostObject {

    private SampleHostObject() {}

    /// An object with one entry of 56 bytes, for a variable `v` of four bytes, and one image.
    static byte[] object(int entryVersion, int kindCode, long flags, byte[] offloading) {
        var object = new ElfAssembler(ElfMachine.X86_64);
        object.section(
                        "llvm_offload_entries",
                        SectionType.PROGBITS,
                        SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE),
                        8)
                .u64(0)
                .u16(entryVersion)
                .u16(kindCode)
                .u32(flags)
                .address("v", 0)
                .address("name", 0)
                .u64(4)
                .u64(0)
                .u64(0);
        object.section(
                        ".data",
                        SectionType.PROGBITS,
                        SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE),
                        4)
                .define(SymbolDefinition.global("v", 4))
                .u32(0);
        object.section(".rodata", SectionType.PROGBITS, SectionFlag.mask(SectionFlag.ALLOC), 1)
                .define(SymbolDefinition.local("name", 2))
                .bytes("v\0".getBytes(UTF_8));
        object.section(
                        ".llvm.offloading",
                        SectionType.LLVM_OFFLOADING,
                        SectionFlag.mask(SectionFlag.EXCLUDE),
                        8)
                .bytes(offloading);
        return object.assemble("hand-made.o").write();
    }

    /// An object with linked images, a pointer to them, and no entries of its own.
    public static byte[] wrapper(byte[] offloading) {
        var object = new ElfAssembler(ElfMachine.X86_64);
        object.section(
                        ".data.rel.ro",
                        SectionType.PROGBITS,
                        SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE),
                        8)
                .address("images", 0);
        object.section(
                        ".llvm.offloading",
                        SectionType.LLVM_OFFLOADING,
                        SectionFlag.mask(SectionFlag.ALLOC),
                        8)
                .define(SymbolDefinition.local("images", offloading.length))
                .bytes(offloading);
        return object.assemble("wrapper.o").write();
    }

    /// A binary of `version` with one image for `sm_75`.
    public static byte[] binary(Version version) {
        var image =
                Image.of(
                        ImageKind.PTX,
                        1,
                        new Target("nvptx64-nvidia-cuda", "sm_75"),
                        ".version 8.0\n.target sm_75\n".getBytes(UTF_8));
        return new OffloadBinary(version, List.of(image)).write();
    }
}
