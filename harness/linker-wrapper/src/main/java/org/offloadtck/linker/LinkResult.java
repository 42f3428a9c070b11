package org.offloadtck.linker;

import java.util.List;
import org.offloadtck.linker.device.DeviceInput;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.object.elf.ElfObject;

/// A finished link, with the result of every step.
///
/// @param deviceInput the images that took part
/// @param linkedImages one for each target
/// @param wrappers the objects that register the images, one for each programming model; none for a
///   line without images
/// @param executable the host program
/// @param warnings defects that appear only at run time, in the order of the steps
public record LinkResult(
        DeviceInput deviceInput,
        List<LinkedImage> linkedImages,
        List<ElfObject> wrappers,
        HostExecutable executable,
        List<LinkDiagnostic> warnings) {

    public LinkResult {
        linkedImages = List.copyOf(linkedImages);
        wrappers = List.copyOf(wrappers);
        warnings = List.copyOf(warnings);
    }

    /// This result with `changed` in place of its warnings.
    LinkResult with(List<LinkDiagnostic> changed) {
        return new LinkResult(deviceInput, linkedImages, wrappers, executable, changed);
    }
}
