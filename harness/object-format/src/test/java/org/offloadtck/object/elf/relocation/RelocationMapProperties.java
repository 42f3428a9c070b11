package org.offloadtck.object.elf.relocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.object.elf.model.Relocation;

/// Compares [RelocationMap] with a tree.
final class RelocationMapProperties {

    private static NavigableMap<Long, Relocation> tree(List<Relocation> table) {
        var tree = new TreeMap<Long, Relocation>();
        for (var row : table) {
            if (row.type() != Relocation.NONE) {
                tree.put(row.offset(), row);
            }
        }
        return tree;
    }

    /// Rows in any order, some of them at one offset or of type NONE.
    @Provide
    Arbitrary<List<Relocation>> tables() {
        var offsets =
                Arbitraries.oneOf(
                        Arbitraries.longs().between(0, 40),
                        Arbitraries.longs().between(0, 1 << 20),
                        Arbitraries.longs());
        return Combinators.combine(offsets, Arbitraries.longs().between(0, 3))
                .as((offset, type) -> new Relocation(offset, 1, type, offset * 3 + type))
                .list()
                .ofMaxSize(60);
    }

    /// Ascending rows at changing distances, as a compiler writes them.
    @Provide
    Arbitrary<List<Relocation>> ascending() {
        return Arbitraries.longs()
                .between(1, 1000)
                .list()
                .ofMaxSize(200)
                .map(RelocationMapProperties::atDistances);
    }

    private static List<Relocation> atDistances(List<Long> distances) {
        var rows = new ArrayList<Relocation>();
        long offset = 0;
        for (long distance : distances) {
            rows.add(new Relocation(offset, 0, 1, offset));
            offset += distance;
        }
        return rows;
    }

    private static void compare(List<Relocation> table) {
        var map = new RelocationMap(table);
        var tree = tree(table);
        for (var row : table) {
            for (long offset = row.offset() - 2; offset != row.offset() + 3; offset++) {
                assertThat(map.at(offset)).isEqualTo(Optional.ofNullable(tree.get(offset)));
                long end = offset + 50;
                if (end > offset) {
                    assertThat(map.within(offset, end))
                            .containsExactlyElementsOf(tree.subMap(offset, end).values());
                }
            }
        }
        assertThat(map.offsets().boxed()).containsExactlyElementsOf(tree.keySet());
    }

    @Property(seed = "20261123")
    void findsTheLastRowOfEachOffset(@ForAll("tables") List<Relocation> table) {
        compare(table);
    }

    @Property(seed = "20261123")
    void findsRowsOfAnOrderedTable(@ForAll("ascending") List<Relocation> table) {
        compare(table);
    }
}
