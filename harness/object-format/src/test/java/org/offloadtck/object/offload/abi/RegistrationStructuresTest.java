package org.offloadtck.object.offload.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.abi.KernelArguments.Extent;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.OffloadEntry;

/// The structures that host code passes to a runtime, compared with bytes laid out by hand.
class RegistrationStructuresTest {

    @Test
    void laysOutALegacyEntry() {
        var entry = new OffloadEntry(0, 0, 0, 1, 0x1000, 0x2000, 8, 3, 0);

        assertThat(buffer(entry.write(EntryLayout.LEGACY)))
                .isEqualTo(
                        words(32)
                                .putLong(0x1000)
                                .putLong(0x2000)
                                .putLong(8)
                                .putInt(1)
                                .putInt(3)
                                .flip());
        assertThat(OffloadEntry.parse(EntryLayout.LEGACY, view(entry, EntryLayout.LEGACY), 0))
                .isEqualTo(entry);
    }

    @Test
    void laysOutAVersionOneEntry() {
        var entry = new OffloadEntry(0, 1, 4, 0x21, 0x1000, 0x2000, 8, 3, 0x3000);

        assertThat(buffer(entry.write(EntryLayout.VERSION_1)))
                .isEqualTo(
                        words(56)
                                .putLong(0)
                                .putShort((short) 1)
                                .putShort((short) 4)
                                .putInt(0x21)
                                .putLong(0x1000)
                                .putLong(0x2000)
                                .putLong(8)
                                .putLong(3)
                                .putLong(0x3000)
                                .flip());
        assertThat(OffloadEntry.parse(EntryLayout.VERSION_1, view(entry, EntryLayout.VERSION_1), 0))
                .isEqualTo(entry);
    }

    @Test
    void laysOutADescriptorWithPaddingAfterTheCount() {
        var descriptor = new BinaryDescriptor(2, 0x10, 0x20, 0x30);

        assertThat(buffer(descriptor.write()))
                .isEqualTo(
                        words(32)
                                .putInt(2)
                                .putInt(0)
                                .putLong(0x10)
                                .putLong(0x20)
                                .putLong(0x30)
                                .flip());
        assertThat(BinaryDescriptor.parse(ObjectBytes.of("memory", descriptor.write()), 0))
                .isEqualTo(descriptor);
    }

    @Test
    void laysOutADeviceImageAndAnIdent() {
        var image = new DeviceImage(1, 2, 3, 4);
        var ident = new Ident(0, 2, 0, 22, 0x1000);

        assertThat(DeviceImage.parse(ObjectBytes.of("memory", image.write()), 0)).isEqualTo(image);
        assertThat(buffer(ident.write()))
                .isEqualTo(
                        words(24).putInt(0).putInt(2).putInt(0).putInt(22).putLong(0x1000).flip());
        assertThat(Ident.parse(ObjectBytes.of("memory", ident.write()), 0)).isEqualTo(ident);
    }

    @ParameterizedTest
    @CsvSource({"1, 64", "2, 104", "3, 104", "5, 104", "9, 104"})
    void laysOutTheKernelArgumentsOfAVersion(long version, int size) {
        var extent = version == 1 ? Extent.NONE : new Extent(4, 2, 1);
        long later = version == 1 ? 0 : 7;
        var arguments =
                new KernelArguments(
                        version, 3, 10, 20, 30, 40, 50, 60, 70, later, extent, extent, later);

        var bytes = arguments.write();

        assertThat(bytes).hasSize(size);
        assertThat(buffer(bytes).getLong(56)).isEqualTo(70);
        assertThat(KernelArguments.parse(ObjectBytes.of("memory", bytes), 0)).isEqualTo(arguments);
    }

    @Test
    void putsTheLaterKernelArgumentsWhereTheReleasesReadThem() {
        var arguments =
                new KernelArguments(
                        2, 0, 0, 0, 0, 0, 0, 0, 0, 1, new Extent(2, 3, 4), new Extent(5, 6, 7), 8);

        var bytes = buffer(arguments.write());

        assertThat(bytes.getLong(64)).isEqualTo(1);
        assertThat(bytes.getInt(72)).isEqualTo(2);
        assertThat(bytes.getInt(84)).isEqualTo(5);
        assertThat(bytes.getInt(96)).isEqualTo(8);
    }

    @Test
    void rejectsKernelArgumentsOfVersionZero() {
        var bytes = ObjectBytes.of("memory", new byte[104]);

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> KernelArguments.parse(bytes, 0))
                .withMessage(
                        "memory: offset 0x0: kernel arguments are of version 0 when 1 is the"
                                + " first");
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 48})
    void writesADeviceEnvironmentOfEachSize(int size) {
        var environment =
                new DeviceEnvironment(
                        1,
                        2,
                        3,
                        4,
                        size >= 24 ? 5 : 0,
                        size >= 48 ? 6 : 0,
                        size >= 48 ? 7 : 0,
                        size >= 48 ? 8 : 0);

        var bytes = environment.write(size);

        assertThat(bytes).hasSize(size);
        assertThat(DeviceEnvironment.parse(ObjectBytes.of("memory", bytes))).isEqualTo(environment);
    }

    @Test
    void decodesMapTypes() {
        long type = MapType.asMemberOf(4, MapType.mask(MapType.TO, MapType.TARGET_PARAM));

        assertThat(MapType.of(type)).containsExactly(MapType.TO, MapType.TARGET_PARAM);
        assertThat(MapType.memberOf(type)).hasValue(4);
        assertThat(MapType.memberOf(0x21)).isEmpty();
    }

    private static ObjectBytes view(OffloadEntry entry, EntryLayout layout) {
        return ObjectBytes.of("memory", entry.write(layout));
    }

    private static ByteBuffer words(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
