package org.offloadtck.object.check.bitcode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.offloadtck.object.bitcode.BitcodeFile;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.BitcodeRule;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// Checks the device images of a file that are bitcode.
///
/// Requirement: OC-50.
public final class BitcodeImageCheck {

    private final String source;
    private final Observations observations;

    public BitcodeImageCheck(String source, Observations observations) {
        this.source = source;
        this.observations = observations;
    }

    /// Checks each image, then the images of one target together, because they are linked together.
    public void read() {
        var groups = new LinkedHashMap<DeviceLink, ArrayList<OpenedBitcode>>();
        var kinds = BitcodeKindCheck.of(observations);
        for (var found : observations.images()) {
            open(found)
                    .ifPresent(opened -> {
                        new BitcodeModuleCheck(observations, found.section()).read(opened);
                        kinds.read(found, opened);
                        groups.computeIfAbsent(DeviceLink.of(found), _ -> new ArrayList<>())
                                .add(opened);
                    });
        }
        groups.values().forEach(group -> new RepeatedDefinitionCheck(observations).read(group));
        new BitcodeEntryCheck(observations, groups).read();
    }

    /// Checks a file that is bitcode for a GPU, or damaged bitcode. It has no host entries to
    /// compare with.
    ///
    /// @return what the file is; empty if it is no bitcode, or bitcode for a host
    public static Optional<String> file(ObjectBytes file, Observations observations) {
        if (!BitcodeFile.startsIn(file)) {
            return Optional.empty();
        }
        try {
            var bitcode = BitcodeFile.parse(file);
            var triple = bitcode.modules().getFirst().triple().value();
            if (!ModuleTarget.of(triple).isGpu()) {
                return Optional.empty();
            }
            new BitcodeModuleCheck(observations, "")
                    .read(new OpenedBitcode(bitcode, "", new Target("", ""), file.base()));
            observations.skip(
                    "kernels and variables: the file has no host entries to compare with");
            return Optional.of("LLVM bitcode for " + triple);
        } catch (MalformedObjectException e) {
            observations.add(BitcodeRule.MALFORMED_BITCODE, "", e);
            return Optional.of("LLVM bitcode");
        }
    }

    private Optional<OpenedBitcode> open(ObservedImage found) {
        var bytes = new ObjectBytes(source, found.image().bytes(), "bitcode", found.offset());
        if (!BitcodeFile.startsIn(bytes)) {
            return Optional.empty();
        }
        var target = found.image().target();
        try {
            var file = BitcodeFile.parse(bytes);
            return Optional.of(new OpenedBitcode(file, found.section(), target, found.offset()));
        } catch (MalformedObjectException e) {
            observations.add(BitcodeRule.MALFORMED_BITCODE, found.section(), e);
            return Optional.empty();
        }
    }

    /// The images that go into one device link: equal strings, programming model and stage.
    record DeviceLink(String triple, String arch, DeviceModel model, ImageStage stage) {

        static DeviceLink of(ObservedImage found) {
            var target = found.image().target();
            return new DeviceLink(
                    target.triple(), target.arch(), DeviceModel.of(found.kind()), found.stage());
        }

        String text() {
            return "triple '%s', arch '%s'".formatted(triple, arch);
        }
    }

    /// Bitcode and the strings of its container.
    ///
    /// @param target of the container; its strings are empty if it states none
    /// @param offset of the bitcode, in bytes from the start of the file
    record OpenedBitcode(BitcodeFile file, String section, Target target, long offset) {

        String triple() {
            return target.triple();
        }
    }
}
