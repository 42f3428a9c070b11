package org.offloadtck.linker.relocatable;

import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.object.elf.ElfObject;

import java.util.List;

/// What a relocatable link made.
///
/// @param warnings what a later link of the object will do wrong
public record RelocatableObject(ElfObject elf, List<LinkDiagnostic> warnings) {

    public RelocatableObject {
        warnings = List.copyOf(warnings);
    }
}
