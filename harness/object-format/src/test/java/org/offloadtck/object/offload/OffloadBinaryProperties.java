package org.offloadtck.object.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Version;

class OffloadBinaryProperties {

    @Property(seed = "20261121", tries = 300)
    void versionTwoReadsWhatItWrites(@ForAll("images") List<Image> images) {
        var binary = new OffloadBinary(Version.V2, images);

        var bytes = binary.write();

        assertThat(bytes.length % 8).isZero();
        assertThat(OffloadBinary.parse("two.bin", bytes)).isEqualTo(binary);
    }

    @Property(seed = "20261121", tries = 300)
    void versionOneReadsWhatItWrites(@ForAll("image") Image image) {
        var binary = new OffloadBinary(Version.V1, List.of(image));

        assertThat(OffloadBinary.parse("one.bin", binary.write())).isEqualTo(binary);
    }

    @Provide
    Arbitrary<List<Image>> images() {
        return image().list().ofMaxSize(4);
    }

    @Provide
    Arbitrary<Image> image() {
        var text = Arbitraries.strings().withCharRange('a', 'd').ofMaxLength(6);
        var strings =
                Arbitraries.maps(text, text)
                        .ofMaxSize(5)
                        .map(map -> new LinkedHashMap<String, String>(map));
        var code = Arbitraries.integers().between(0, 0xffff);
        var bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
        return Combinators.combine(code, code, strings, bytes)
                .as((kind, offloadKind, map, content) ->
                        new Image(kind, offloadKind, 0, map, MemorySegment.ofArray(content)));
    }
}
