package org.offloadtck.linker;

import java.util.List;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.relocatable.RelocatableLink;
import org.offloadtck.linker.relocatable.RelocatableObject;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.object.profile.AbiProfile;

/// Links relocatable objects in this process with [RelocatableLink].
///
/// @param output names the object in diagnostics
record RelocatableHostLinker(AbiProfile profile, String output)
        implements HostLinker<RelocatableObject> {

    @Override
    public Linked<RelocatableObject> link(
            List<WrapperObject> wrappers, List<LinkInput> inputs, List<LinkedImage> images) {
        var objects = wrappers.stream().map(WrapperObject::elf).toList();
        var product = new RelocatableLink(profile).offload(output, objects, inputs);
        return new Linked<>(product, product.warnings());
    }
}
