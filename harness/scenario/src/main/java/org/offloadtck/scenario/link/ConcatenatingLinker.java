package org.offloadtck.scenario.link;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.relocatable.RelocatableMerge;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;

/// A device linker for scenarios about the selection of images. It merges x86-64 objects, so that
/// the image defines their symbols, and concatenates images of other targets.
record ConcatenatingLinker(String triple) implements DeviceLinker {

    /// Offset of the type of an ELF file. Source: generic ABI, `Elf64_Ehdr`, `e_type`.
    private static final int TYPE = 16;

    @Override
    public boolean links(TargetId target) {
        return target.triple().equals(triple);
    }

    @Override
    public MemorySegment link(TargetId target, List<Input> inputs) {
        var objects = inputs.stream().map(LinkInput::of).toList();
        return MemorySegment.ofArray(
                objects.stream().allMatch(ConcatenatingLinker::isMergeable)
                        ? shared(RelocatableMerge.merge(target.toString(), objects).write())
                        : joined(inputs));
    }

    /// Marks a merged object as linked, so that it is not an input of another merge.
    private static byte[] shared(byte[] object) {
        object[TYPE] = (byte) ElfType.SHARED.code();
        return object;
    }

    private static boolean isMergeable(LinkInput input) {
        return input instanceof LinkInput.Relocatable(var elf)
                && elf.header().machine().equals(ElfMachine.X86_64);
    }

    private static byte[] joined(List<Input> inputs) {
        var joined = new ByteArrayOutputStream();
        inputs.forEach(input -> joined.writeBytes(input.bytes().toArray(JAVA_BYTE)));
        return joined.toByteArray();
    }
}
