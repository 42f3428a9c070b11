package org.offloadtck.plugin.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.ModelFigure;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

class SpiCodecTest {

    private record Memory(long size, OptionalLong address) implements DeviceMemory {
        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }
    }

    private static final DeviceMemory MEMORY = new Memory(8, OptionalLong.of(0x1000));

    /// Knows one object, by the number 7.
    private static final SpiCodec CODEC =
            new SpiCodec(
                    new SpiCodec.References() {
                        @Override
                        public int number(Object object) {
                            return 7;
                        }

                        @Override
                        public Object object(Class<?> type, int number)
                                throws StreamCorruptedException {
                            if (number != 7 || type != DeviceMemory.class) {
                                throw new StreamCorruptedException("no object");
                            }
                            return MEMORY;
                        }
                    });

    /// Holds a value of every kind that the SPI has.
    record Sample(
            DeviceDescription description,
            LaunchSize size,
            List<Argument> arguments,
            List<Measurement> measurements,
            Map<String, Long> figures,
            Discovery discovery,
            ModelFigure figure,
            boolean truth,
            byte number) {}

    private static final Sample SAMPLE =
            new Sample(
                    new DeviceDescription(
                            "sim:0",
                            "Größe",
                            "vendor",
                            "driver",
                            new TargetId("nvptx64-nvidia-cuda", "sm_75"),
                            OptionalInt.of(32),
                            1024),
                    new LaunchSize(new LaunchSize.Dim3(1, 2, 3), new LaunchSize.Dim3(4, 5, 6), 7),
                    List.of(Argument.Pointer.to(MEMORY), new Argument.Pointer(MEMORY, 4)),
                    List.of(new Measurement(LaunchMetric.CYCLES, -1)),
                    Map.of("l2_latency", 200L),
                    new Discovery.Absent("nothing", "something"),
                    new ModelFigure("l2_latency", 2, 1, 3, "measured"),
                    true,
                    (byte) -2);

    @Test
    void readsBackWhatItWrote() throws IOException {
        assertThat(CODEC.read(Sample.class, in(bytes(SAMPLE)))).isEqualTo(SAMPLE);
    }

    @Test
    void readsBackHostMemoryAndImages() throws IOException {
        var large = new byte[(1 << 20) + 5];
        Arrays.fill(large, (byte) 3);
        var image = new ProgramImage("a", new TargetId("t", "a"), MemorySegment.ofArray(large));
        var out = new ByteArrayOutputStream();
        CODEC.write(ProgramImage.class, image, new DataOutputStream(out));

        var read = (ProgramImage) CODEC.read(ProgramImage.class, in(out.toByteArray()));

        assertThat(read.bytes().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(large);
        assertThat(read.target()).isEqualTo(image.target());
    }

    @Test
    void readsBackAnException() throws IOException {
        var failure = new DeviceException("sim:0", "launch", DeviceError.KERNEL_FAULT, "trap");
        var out = new ByteArrayOutputStream();
        CODEC.write(DeviceException.class, failure, new DataOutputStream(out));

        assertThat((DeviceException) CODEC.read(DeviceException.class, in(out.toByteArray())))
                .hasMessage("sim:0: launch: trap")
                .extracting(DeviceException::error)
                .isEqualTo(DeviceError.KERNEL_FAULT);
    }

    @Test
    void everyPrefixEndsTooEarly() throws IOException {
        var bytes = bytes(SAMPLE);
        for (int length = 0; length < bytes.length; length++) {
            var prefix = Arrays.copyOf(bytes, length);
            assertThatExceptionOfType(EOFException.class)
                    .as("%d bytes", length)
                    .isThrownBy(() -> CODEC.read(Sample.class, in(prefix)));
        }
    }

    @Test
    void everyFlippedBitIsAnotherValueOrAStreamThatIsCorrupted() throws IOException {
        var bytes = bytes(SAMPLE);
        int refused = 0;
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            var flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                assertThat(CODEC.read(Sample.class, in(flipped)))
                        .as("bit %d", bit)
                        .isNotEqualTo(SAMPLE);
            } catch (StreamCorruptedException | EOFException _) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(bytes.length);
    }

    @Test
    void aTypeThatTheSpiDoesNotHaveIsAMistakeOfTheCaller() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        CODEC.write(
                                Object.class,
                                new Object(),
                                new DataOutputStream(new ByteArrayOutputStream())));
    }

    @Test
    void everyMethodOfTheSpiHasANumberOfItsOwn() {
        for (var type : SpiMethod.INTERFACES) {
            for (var method : type.getDeclaredMethods()) {
                if (java.lang.reflect.Modifier.isAbstract(method.getModifiers())) {
                    var known = SpiMethod.of(method);
                    assertThat(SpiMethod.of(known.number())).contains(known);
                }
            }
        }
        assertThat(SpiMethod.of(-1)).isEmpty();
        assertThat(SpiMethod.named(Device.class, "allocate").text()).isEqualTo("Device.allocate");
    }

    private static byte[] bytes(Sample sample) throws IOException {
        var out = new ByteArrayOutputStream();
        CODEC.write(Sample.class, sample, new DataOutputStream(out));
        return out.toByteArray();
    }

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }
}
