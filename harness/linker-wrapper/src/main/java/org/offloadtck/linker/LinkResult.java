package org.offloadtck.linker;

import java.util.List;
import org.offloadtck.linker.device.DeviceInput;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.object.elf.ElfObject;

/// A finished link, with what every step made.
///
/// @param deviceInput the images that took part
/// @param linkedImages one for each target
/// @param wrappers the objects that register the images: one, or none when the line has no images
/// @param executable the host program
/// @param warnings what the link leaves to go wrong at run time, in the order of the executable
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

    /// The same link with other warnings.
    LinkResult with(List<LinkDiagnostic> changed) {
        return new LinkResult(deviceInput, linkedImages, wrappers, executable, changed);
    }
}
