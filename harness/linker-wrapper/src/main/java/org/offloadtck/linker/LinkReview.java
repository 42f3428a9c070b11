package org.offloadtck.linker;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.extract.ExtractedImage;
import org.offloadtck.linker.host.HostExecutable;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.relocatable.LinkedImages;
import org.offloadtck.object.profile.AbiProfile;

/// Looks at a finished link for what will go wrong when the program runs.
///
/// @param profile what the link's wrapper and runtime follow
record LinkReview(AbiProfile profile) {

    /// Warnings of the inputs, then of the program, then of its images.
    ///
    /// @param images those that were extracted from `inputs`
    /// @param linked what was made of them
    List<LinkDiagnostic> warnings(
            List<LinkInput> inputs,
            List<ExtractedImage> images,
            List<LinkedImage> linked,
            HostExecutable program) {
        var warnings = new ArrayList<LinkDiagnostic>();
        warnings.addAll(TargetReferences.diagnostics(inputs, images));
        warnings.addAll(LinkedImages.extractedAgain(images, inputs));
        warnings.addAll(new EntryCoverage(profile).diagnostics(program));
        warnings.addAll(new ImageCoverage(profile).diagnostics(program, linked));
        return warnings;
    }
}
