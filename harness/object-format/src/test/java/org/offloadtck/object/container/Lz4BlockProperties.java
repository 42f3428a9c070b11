package org.offloadtck.object.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorOutputStream;
import org.offloadtck.object.bytes.ObjectBytes;

/// The kit decompresses the blocks that Commons Compress writes.
class Lz4BlockProperties {

    /// Bytes of three values, so that matches are frequent at short and at long distances.
    @Provide
    Arbitrary<byte[]> texts() {
        return Arbitraries.bytes()
                .between((byte) 0, (byte) 2)
                .array(byte[].class)
                .ofMinSize(1)
                .ofMaxSize(2000);
    }

    @Property(seed = "1", tries = 200)
    void aBlockComesOutAsItWentIn(@ForAll("texts") byte[] text) throws IOException {
        var block = new ByteArrayOutputStream();
        try (var compressor = new BlockLZ4CompressorOutputStream(block)) {
            compressor.write(text);
        }

        assertThat(Lz4Block.decompress(ObjectBytes.of("block", block.toByteArray()), text.length))
                .isEqualTo(text);
    }
}
