package org.offloadtck.linker.relocatable;

import java.util.List;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.object.elf.ElfObject;

/// The product of a relocatable link.
///
/// @param warnings defects that a later link of the object will have
public record RelocatableObject(ElfObject elf, List<LinkDiagnostic> warnings) {

    public RelocatableObject {
        warnings = List.copyOf(warnings);
    }
}
