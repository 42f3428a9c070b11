package org.offloadtck.linker;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.relocatable.RelocatableMerge;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;

/// A device linker for x86-64 images under any target. Its image defines the symbols of its inputs.
record MergingLinker() implements DeviceLinker {

    @Override
    public boolean links(TargetId target) {
        return true;
    }

    @Override
    public MemorySegment link(TargetId target, List<Input> inputs) {
        var objects = inputs.stream().map(LinkInput::of).toList();
        return MemorySegment.ofArray(RelocatableMerge.merge(target.toString(), objects).write());
    }
}
