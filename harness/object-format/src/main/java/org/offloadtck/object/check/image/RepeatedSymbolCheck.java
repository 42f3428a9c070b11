package org.offloadtck.object.check.image;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.object.check.image.DeviceImageCheck.OpenedImage;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// Finds images of one target that define the same strong symbol: a device linker links all images
/// of a target in one link. Tried with the wrappers of LLVM 16, 19 and 22 on an image given twice.
///
/// Requirement: OC-33.
final class RepeatedSymbolCheck {

    private final Observations observations;
    private final Map<Target, Map<String, OpenedImage>> definitions = new HashMap<>();

    RepeatedSymbolCheck(Observations observations) {
        this.observations = observations;
    }

    void read(List<OpenedImage> images) {
        for (var image : images) {
            if (image.found().stage() == ImageStage.UNLINKED
                    && image.object().header().type().equals(ElfType.RELOCATABLE)) {
                add(image);
            }
        }
    }

    private void add(OpenedImage image) {
        var known = definitions.computeIfAbsent(image.target(), _ -> new HashMap<>());
        Set<Long> reported = new HashSet<>();
        for (var symbol : image.object().symbols()) {
            if (!isStrong(symbol)) {
                continue;
            }
            var first = known.putIfAbsent(symbol.name(), image);
            if (first != null
                    && first.found().offset() != image.found().offset()
                    && reported.add(first.found().offset())) {
                observations.add(
                        ImageRule.REPEATED_DEFINITION,
                        image.found().section(),
                        image.found().offset(),
                        "the image defines '%s', as does the image at 0x%x, when one image of triple '%s', arch '%s' should"
                                .formatted(
                                        symbol.name(),
                                        first.found().offset(),
                                        image.target().triple(),
                                        image.target().arch()));
            }
        }
    }

    private static boolean isStrong(Symbol symbol) {
        return symbol.binding().equals(SymbolBinding.GLOBAL)
                && !symbol.isUndefined()
                && !symbol.place().equals(SymbolPlace.COMMON);
    }
}
