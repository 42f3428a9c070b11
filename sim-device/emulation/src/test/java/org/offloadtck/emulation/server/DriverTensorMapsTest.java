package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.engine.tensor.SwizzleMode;
import org.offloadtck.engine.tensor.TensorElement;
import org.offloadtck.engine.tensor.TensorMap;

/// Tensor maps by the driver library (`tensor_maps.c`), which needs no server for them.
class DriverTensorMapsTest {

    @TempDir Path folder;

    @Test
    void aMapIsEncodedOrAnArgumentIsInvalid() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var ended = place.run(place.compile("tensor_maps"));

        assertThat(ended.status()).as(ended.toString()).isZero();
        assertThat(TensorMap.read(bytes(ended.output())))
                .isEqualTo(
                        new TensorMap(
                                0x2000_0000_0040L,
                                TensorElement.F32,
                                List.of(
                                        new TensorMap.Dimension(100, 4, 32, 1),
                                        new TensorMap.Dimension(60, 400, 8, 2),
                                        new TensorMap.Dimension(1L << 32, 24000, 256, 8)),
                                new TensorMap.Features(SwizzleMode.SPAN_128, 0, 0),
                                TensorMap.Fill.NAN));
    }

    private static ByteBuffer bytes(String words) {
        var bytes = ByteBuffer.allocate(words.length() / 2).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < words.length(); at += 16) {
            bytes.putLong(Long.parseUnsignedLong(words.substring(at, at + 16), 16));
        }
        return bytes.flip();
    }
}
