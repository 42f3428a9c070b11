package org.offloadtck.linker;

import java.util.List;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.wrap.WrapperObject;

/// The last step of a link: links the wrapper objects with the host's inputs.
///
/// @param <P> the product: a program in memory, a relocatable object, a file
public interface HostLinker<P> {

    /// Links `wrappers`, which come first, with `inputs`, in order.
    ///
    /// @param images the linked images that `wrappers` register, for the warnings
    /// @throws org.offloadtck.linker.input.LinkException if the inputs cannot be linked
    Linked<P> link(List<WrapperObject> wrappers, List<LinkInput> inputs, List<LinkedImage> images);

    /// The result of a host link.
    ///
    /// @param warnings defects of the product that appear only at run time or in a later link
    record Linked<P>(P product, List<LinkDiagnostic> warnings) {
        public Linked {
            warnings = List.copyOf(warnings);
        }
    }
}
