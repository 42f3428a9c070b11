package org.offloadtck.object.codeobject;

import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

/// The note `NT_AMDGPU_METADATA` of a code object.
///
/// Source: LLVM 22, llvm/docs/AMDGPUUsage.rst, "Code Object V3 and Above Note Records" and "Code
/// Object V4 Metadata".
///
/// @param target such as `amdgcn-amd-amdhsa--gfx90a:xnack+`; empty before version 4
/// @param kernels in file order
/// @param offset of the note's contents, in bytes from the start of the file
public record CodeObjectMetadata(String target, List<Kernel> kernels, long offset) {

    /// `NT_AMDGPU_METADATA`.
    private static final long TYPE = 32;

    private static final String VENDOR = "AMDGPU";

    private static final int ALIGNMENT = 4;

    public CodeObjectMetadata {
        kernels = List.copyOf(kernels);
    }

    /// The description of a kernel.
    ///
    /// @param symbol of the descriptor: the name and `.kd`
    /// @param argumentBytes size of the kernel argument segment in bytes; -1 if it is not stated
    public record Kernel(String name, String symbol, long argumentBytes) {}

    /// The metadata of `object`; empty if it has no such note.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if a note or the metadata
    ///   breaks its format
    public static Optional<CodeObjectMetadata> of(ElfObject object) {
        return object.sections(SectionType.NOTE).stream()
                .map(Section::contents)
                .map(CodeObjectMetadata::in)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<CodeObjectMetadata> in(ObjectBytes notes) {
        long at = 0;
        while (at < notes.size()) {
            long nameSize = notes.u32(at, "note name size");
            long size = notes.u32(at + 4, "note size");
            long type = notes.u32(at + 8, "note type");
            long name = at + 12;
            long contents = name + aligned(nameSize);
            if (type == TYPE && notes.string(name, nameSize, "note name").startsWith(VENDOR)) {
                return Optional.of(parse(notes.window(contents, size, "metadata")));
            }
            at = contents + aligned(size);
        }
        return Optional.empty();
    }

    private static long aligned(long size) {
        return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static CodeObjectMetadata parse(ObjectBytes contents) {
        var root = MessagePack.parse(contents);
        var kernels =
                root.get("amdhsa.kernels").values().stream()
                        .map(kernel ->
                                new Kernel(
                                        kernel.get(".name").text(),
                                        kernel.get(".symbol").text(),
                                        kernel.get(".kernarg_segment_size").number()))
                        .toList();
        return new CodeObjectMetadata(root.get("amdhsa.target").text(), kernels, contents.base());
    }
}
