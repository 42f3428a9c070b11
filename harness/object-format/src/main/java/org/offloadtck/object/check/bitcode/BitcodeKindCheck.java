package org.offloadtck.object.check.bitcode;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.offloadtck.object.bitcode.BitcodeGlobal;
import org.offloadtck.object.bitcode.BitcodeGlobal.Kind;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck.OpenedBitcode;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.OffloadBinaryRule;

/// Compares the offload kind of an image with the kind of the entries that name its kernels. Images
/// of other targets may have the right kind, so that the object as a whole has one.
///
/// Requirement: OC-34.
///
/// @param names of the host's entries, by their programming model
record BitcodeKindCheck(Observations observations, Map<DeviceModel, Set<String>> names) {

    /// Offset of `TheOffloadKind` in an entry of an offload binary, in bytes. Source: LLVM 15 to
    /// 23, `llvm/include/llvm/Object/OffloadBinary.h`.
    private static final int OFFLOAD_KIND = 2;

    static BitcodeKindCheck of(Observations observations) {
        var names = new EnumMap<DeviceModel, Set<String>>(DeviceModel.class);
        for (var entry : observations.entries()) {
            names.computeIfAbsent(DeviceModel.of(entry.kind()), _ -> new HashSet<>())
                    .add(entry.row().name());
        }
        return new BitcodeKindCheck(observations, names);
    }

    void read(ObservedImage image, OpenedBitcode bitcode) {
        long field = image.entryOffset() + OFFLOAD_KIND;
        boolean isReported =
                observations.findings().stream().anyMatch(found -> found.offset() == field);
        if (image.stage() == ImageStage.LINKED || isReported) {
            return;
        }
        var own = DeviceModel.of(image.kind());
        bitcode.file().modules().stream()
                .flatMap(module -> module.globals().stream())
                .filter(global -> global.kind() == Kind.KERNEL && global.isExported())
                .map(BitcodeGlobal::name)
                .filter(name -> isOfOthers(own, name))
                .findFirst()
                .ifPresent(name ->
                        observations.add(
                                OffloadBinaryRule.KERNELS_OF_OTHER_KIND,
                                image.section(),
                                field,
                                "the image is of an offload kind of %s when kernel '%s' of it has an entry of %s"
                                        .formatted(own.text(), name, others(name))));
    }

    private boolean isOfOthers(DeviceModel own, String name) {
        return !names.getOrDefault(own, Set.of()).contains(name)
                && names.values().stream().anyMatch(known -> known.contains(name));
    }

    private String others(String name) {
        return names.entrySet().stream()
                .filter(one -> one.getValue().contains(name))
                .map(one -> one.getKey().text())
                .findFirst()
                .orElseThrow();
    }
}
