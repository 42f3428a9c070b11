package org.offloadtck.linker.check;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.relocatable.RelinkedImages;
import org.offloadtck.object.profile.AbiProfile;

/// Checks of a link for defects that appear only at run time.
///
/// @param profile the ABI profile of the link's wrapper and runtime
public record LinkChecks(AbiProfile profile) {

    /// Checks the inputs of any linker: reports objects that refer to a target, and images that are
    /// already linked.
    ///
    /// @param images the images that were extracted from `inputs`
    public List<LinkDiagnostic> ofInputs(List<LinkInput> inputs, List<ExtractedImage> images) {
        var warnings = new ArrayList<>(TargetReferences.diagnostics(inputs, images));
        warnings.addAll(RelinkedImages.diagnostics(images, inputs));
        return warnings;
    }

    /// Checks a link line whose program another linker links: reports the objects' entries that no
    /// wrapper object registers, then those that the images lack.
    ///
    /// @param linked the images that the link's wrapper objects register
    public List<LinkDiagnostic> ofLine(List<LinkInput> inputs, List<LinkedImage> linked) {
        var warnings = new ArrayList<>(UnregisteredEntries.of(inputs, profile, linked));
        warnings.addAll(new ImageCoverage(profile).diagnostics(inputs, linked));
        return warnings;
    }

    /// Checks a linked program: reports entries that no descriptor registers, then those that the
    /// images lack.
    public List<LinkDiagnostic> ofProgram(HostExecutable program, List<LinkedImage> linked) {
        var warnings = new ArrayList<>(new EntryCoverage(profile).diagnostics(program));
        warnings.addAll(new ImageCoverage(profile).diagnostics(program, linked));
        return warnings;
    }
}
