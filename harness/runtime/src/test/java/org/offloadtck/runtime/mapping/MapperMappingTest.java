package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.TO;
import static org.offloadtck.runtime.mapping.MappedProgram.map;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperComponents;

/// Arguments that user-defined mappers replace.
final class MapperMappingTest {

    private final MappedProgram program = new MappedProgram();
    private final DataEnvironment data = program.data;

    /// A structure of two bytes whose mapper maps its second byte as a member.
    private static MapArgument mapped(long structure) {
        var mapper = new MapperComponents();
        mapper.push(map(structure, 2));
        mapper.push(
                new MapArgument(
                        structure,
                        structure + 1,
                        1,
                        MapType.asMemberOf(0, MapType.mask(TO, FROM))));
        return map(structure, 2, TO, FROM).expandedBy(mapper);
    }

    @Test
    void membersThatTheMapperOfANestedStructureMapsAreCopied() {
        long outer = program.variable(1, 2, 3, 4);
        var arguments = List.of(map(outer, 4), mapped(outer + 2));

        data.begin(arguments);
        assertThat(program.onDevice(outer + 3, 1)).containsExactly(4);
        assertThat(data.mappings().getFirst().counts().dynamic()).isOne();
        program.setOnDevice(outer + 3, 9);
        data.end(arguments);

        assertThat(program.bytes(outer, 4)).containsExactly(1, 2, 3, 9);
        assertThat(data.mappings()).isEmpty();
    }

    @Test
    void aStructureThatOnlyItsMapperMapsIsRemovedAtTheEnd() {
        long structure = program.variable(1, 2);
        var arguments = List.of(mapped(structure));

        data.begin(arguments);
        data.begin(arguments);
        assertThat(data.mappings().getFirst().counts().dynamic()).isEqualTo(2);
        data.end(arguments);
        data.end(arguments);

        assertThat(data.mappings()).isEmpty();
    }
}
