package org.offloadtck.linker.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.ImageOrigin;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.plugin.image.TargetId;

final class LtoInputsTest {

    private static ExtractedImage image(Map<String, String> strings, byte[] bytes) {
        return new ExtractedImage(
                new OffloadBinary.Image(
                        ImageKind.OBJECT.code(),
                        1,
                        0,
                        new LinkedHashMap<>(strings),
                        MemorySegment.ofArray(bytes)),
                new ImageOrigin("a.o", "", 0, 0));
    }

    private static LtoInputs inputs(List<ExtractedImage> bitcode, List<ExtractedImage> objects) {
        return LtoInputs.of(new TargetId("nvptx64", "sm_75"), List.of(), bitcode, objects);
    }

    @Test
    void unitesTheFeaturesOfAllImages() {
        var inputs =
                inputs(
                        List.of(
                                image(Map.of("feature", "+ptx63,+a"), new byte[4]),
                                image(Map.of(), new byte[4]),
                                image(Map.of("feature", "-a,+b"), new byte[4])),
                        List.of());

        assertThat(inputs.features()).containsExactly("+ptx63", "-a", "+b");
    }

    @Test
    void readsTheSymbolsThatObjectsUse() {
        byte[] object =
                SampleObject.named("device")
                        .data(data ->
                                data.define(SymbolDefinition.global("own", 8)).address("other", 0))
                        .bytes();

        var used = inputs(List.of(), List.of(image(Map.of(), object))).usedByObjects();

        assertThat(used).accepts("own", "other").rejects("third");
    }

    /// An ELF file whose symbols cannot be read may use any.
    @Test
    void keepsEverySymbolForAnObjectThatIsDamaged() {
        byte[] object = SampleObject.named("device").data(data -> data.address("f", 0)).bytes();
        byte[] cut = Arrays.copyOf(object, object.length - 8);

        assertThat(inputs(List.of(), List.of(image(Map.of(), cut))).usedByObjects())
                .accepts("anything");
    }
}
