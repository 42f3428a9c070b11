package org.offloadtck.linker.relocatable;

import java.util.List;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.object.elf.ElfObject;

/// What a relocatable link made.
///
/// @param warnings what a later link of the object will do wrong
public record RelocatableObject(ElfObject elf, List<LinkDiagnostic> warnings) {

    public RelocatableObject {
        warnings = List.copyOf(warnings);
    }
}
