package org.offloadtck.object.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;

/// Images packed into a fat binary are read back, padded to eight bytes.
class FatBinaryProperties {

    @Property(seed = "1", tries = 200)
    void everyImageIsFoundWhereItLies(@ForAll("images") List<Image> images) {
        var bytes = new FatBinary(images).write();

        var read = FatBinary.parseAll(ObjectBytes.of("made.fatbin", bytes));

        assertThat(read).hasSameSizeAs(images);
        for (int index = 0; index < images.size(); index++) {
            var placed = read.get(index);
            var image = images.get(index);
            int size = image.contents().remaining();
            int offset = Math.toIntExact(placed.offset());
            assertThat(placed.image().kind()).isEqualTo(image.kind());
            assertThat(placed.image().sm()).isEqualTo(image.sm());
            assertThat(Arrays.copyOf(placed.image().bytes(), size)).isEqualTo(image.bytes());
            assertThat(Arrays.copyOfRange(bytes, offset, offset + size)).isEqualTo(image.bytes());
        }
    }

    @Property(seed = "1", tries = 100)
    void whatWasReadIsWrittenAgain(@ForAll("images") List<Image> images) {
        var bytes = new FatBinary(images).write();

        assertThat(FatBinary.parse("made.fatbin", bytes).write()).isEqualTo(bytes);
    }

    @Provide
    Arbitrary<List<Image>> images() {
        var contents = Arbitraries.bytes().array(byte[].class).ofMaxSize(50).map(ByteBuffer::wrap);
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(1, 120),
                        contents)
                .as(Image::new)
                .list()
                .ofMaxSize(5);
    }
}
