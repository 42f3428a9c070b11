package org.offloadtck.runtime.mapping;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.object.offload.abi.MapType.ALWAYS;
import static org.offloadtck.object.offload.abi.MapType.ATTACH;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.PTR_AND_OBJ;
import static org.offloadtck.object.offload.abi.MapType.TO;
import static org.offloadtck.runtime.mapping.MappedProgram.map;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.plugin.Capability;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.MissingCapabilityException;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.memory.TransferCounts;
import org.offloadtck.runtime.table.Mapping;

/// Pointers in mapped data, structures mapped in parts, and empty sections.
final class PointerMappingTest {

    private final MappedProgram program = new MappedProgram();
    private final DataEnvironment data = program.data;

    /// `struct { long head; int *p; }` and the four integers `p` points to.
    private final long object = program.variable(1, 2, 3, 4);

    private final long structure = program.host.allocate("structure", 16).address();

    PointerMappingTest() {
        program.host.putI64(structure, 77, "head");
        program.host.putI64(structure + 8, object, "p");
    }

    private List<MapArgument> structureAndObject() {
        return List.of(
                map(structure, 16, TO, FROM),
                new MapArgument(
                        structure + 8,
                        object + 1,
                        3,
                        MapType.asMemberOf(0, MapType.mask(TO, FROM, PTR_AND_OBJ))));
    }

    @Test
    void pointsTheDeviceCopyAtTheObjectsBase() {
        data.begin(structureAndObject());

        long objectBase =
                data.translate(object + 1, 3).orElseThrow().plus(-1).address().orElseThrow();
        assertThat(devicePointer(structure + 8)).isEqualTo(objectBase);
        assertThat(devicePointer(structure)).isEqualTo(77);
    }

    @Test
    void givesTheHostItsPointerBack() {
        data.begin(structureAndObject());

        data.end(structureAndObject());

        assertThat(program.host.i64(structure + 8, "p")).isEqualTo(object);
        assertThat(data.mappings()).isEmpty();
    }

    @Test
    void countsAPointersObjectInBothDirections() {
        data.begin(structureAndObject());
        data.begin(structureAndObject());

        data.end(structureAndObject());

        assertThat(data.mappings()).extracting(row -> row.counts().dynamic()).containsOnly(1L);
    }

    @Test
    void keepsTheDevicesPointerInAnUpdateAndTheHostsInTheOther() {
        data.begin(structureAndObject());
        long attached = devicePointer(structure + 8);

        data.update(List.of(map(structure, 16, TO)));
        assertThat(devicePointer(structure + 8)).isEqualTo(attached);
        data.update(List.of(map(structure, 16, FROM)));

        assertThat(program.host.i64(structure + 8, "p")).isEqualTo(object);
    }

    @Test
    void neverCopiesOverAnAttachedPointer() {
        data.begin(structureAndObject());
        long attached = devicePointer(structure + 8);

        data.begin(List.of(map(structure, 16, TO, ALWAYS)));

        assertThat(devicePointer(structure + 8)).isEqualTo(attached);
    }

    @Test
    void attachesWhatIsNewInTheConstruct() {
        data.begin(List.of(map(structure, 16, TO)));

        data.begin(
                List.of(
                        map(object, 4, TO),
                        new MapArgument(structure + 8, object, 8, MapType.mask(ATTACH))));

        assertThat(devicePointer(structure + 8))
                .isEqualTo(data.translate(object, 4).orElseThrow().address().orElseThrow());
    }

    @Test
    void leavesWhatWasThereUnattached() {
        data.begin(List.of(map(structure, 16, TO), map(object, 4, TO)));

        data.begin(List.of(new MapArgument(structure + 8, object, 8, MapType.mask(ATTACH))));

        assertThat(devicePointer(structure + 8)).isEqualTo(object);
    }

    @Test
    void noConstructReleasesThePointerOfASection() {
        long pointer = program.host.allocate("pointer", 8).address();
        program.host.putI64(pointer, object, "pointer");
        var section = List.of(new MapArgument(pointer, object, 4, MapType.mask(TO, PTR_AND_OBJ)));

        data.begin(section);
        data.begin(section);
        data.end(section);
        data.end(section);

        assertThat(data.mappings())
                .singleElement()
                .satisfies(row -> assertThat(row.begin()).isEqualTo(pointer))
                .satisfies(row -> assertThat(row.counts().dynamic()).isEqualTo(2))
                .satisfies(row -> assertThat(row.awaitsRelease()).isFalse());

        data.begin(List.of(map(pointer, 8, TO)));
        assertThat(data.mappings().getFirst().awaitsRelease()).isTrue();
    }

    @Test
    void needsAddressesForPointersInMappedData() {
        var plain = new MappedProgram(FakeDevice.plain());
        long target = plain.variable(1);
        long pointer = plain.host.allocate("p", 8).address();
        plain.host.putI64(pointer, target, "p");

        assertThatExceptionOfType(MissingCapabilityException.class)
                .isThrownBy(() ->
                        plain.data.begin(
                                List.of(
                                        new MapArgument(
                                                pointer,
                                                target,
                                                1,
                                                MapType.mask(TO, PTR_AND_OBJ)))))
                .matches(missing -> missing.capability() == Capability.RAW_ADDRESSES)
                .withMessage("fake:0: a pointer inside mapped data needs RAW_ADDRESSES");
        assertThat(plain.data.mappings()).isEmpty();
    }

    @Test
    void alignsAStructureMappedFromItsMiddleAsOnTheHost() {
        data.begin(
                List.of(
                        new MapArgument(structure, structure + 4, 12, MapType.mask()),
                        new MapArgument(
                                structure,
                                structure + 8,
                                8,
                                MapType.asMemberOf(0, MapType.mask(TO)))));

        Mapping mapping = data.mappings().getFirst();
        assertThat(mapping.device().offset()).isEqualTo(4);
        assertThat(mapping.device().memory().size()).isEqualTo(16);
    }

    @Test
    void copiesTheMembersOfAStructureOnlyWhileItIsNew() {
        var members =
                List.of(
                        map(structure, 16),
                        new MapArgument(
                                structure,
                                structure + 8,
                                8,
                                MapType.asMemberOf(0, MapType.mask(TO))));

        data.begin(members);
        assertThat(devicePointer(structure + 8)).isEqualTo(object);
        TransferCounts afterFirst = program.channel.transferCounts();
        data.begin(members);

        assertThat(program.channel.transferCounts()).isEqualTo(afterFirst);
    }

    @Test
    void findsAnEmptySectionInItsMappingOrAtItsBase() {
        data.begin(List.of(new MapArgument(object, object + 2, 2, MapType.mask(TO))));

        assertThat(data.translate(object + 3, 0).orElseThrow().offset()).isOne();
        assertThat(data.translate(object, 0).orElseThrow().offset()).isEqualTo(-2);
        assertThat(data.translate(object + 4, 0)).isEmpty();
        assertThat(data.translate(object - 1, 0)).isEmpty();
    }

    @Test
    void mapsNothingForAnEmptySectionOfUnmappedStorage() {
        data.begin(List.of(map(object, 0, TO)));

        assertThat(data.mappings()).isEmpty();
    }

    private long devicePointer(long host) {
        MemorySegment copy = MemorySegment.ofArray(program.onDevice(host, 8));
        return copy.get(JAVA_LONG_UNALIGNED, 0);
    }
}
