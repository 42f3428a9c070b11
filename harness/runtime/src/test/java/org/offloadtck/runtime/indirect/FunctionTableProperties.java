package org.offloadtck.runtime.indirect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Tables of functions against a map of the same pairs.
final class FunctionTableProperties {

    @Property(seed = "20261121", tries = 300)
    void has_each_host_address_once_in_the_order_of_unsigned_numbers(
            @ForAll List<Long> hosts, @ForAll List<Long> devices) {
        var pairs = new ArrayList<FunctionPair>();
        var first = new LinkedHashMap<Long, Long>();
        for (int i = 0; i < Math.min(hosts.size(), devices.size()); i++) {
            pairs.add(new FunctionPair(hosts.get(i), devices.get(i)));
            first.putIfAbsent(hosts.get(i), devices.get(i));
        }

        var rows = FunctionTable.of(pairs).rows();

        assertThat(rows)
                .hasSameSizeAs(first.keySet())
                .allSatisfy(row -> assertThat(first).containsEntry(row.host(), row.device()));
        for (int i = 1; i < rows.size(); i++) {
            assertThat(Long.compareUnsigned(rows.get(i - 1).host(), rows.get(i).host()))
                    .isNegative();
        }
    }

    @Example
    void is_two_numbers_a_row_in_memory() {
        var table =
                FunctionTable.of(List.of(new FunctionPair(-1, 0x20), new FunctionPair(1, 0x10)));

        var bytes = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(1).putLong(0x10).putLong(-1).putLong(0x20);
        assertThat(table.bytes().asByteBuffer()).isEqualTo(bytes.flip());
    }

    @Example
    void refuses_rows_that_are_not_sorted() {
        var row = new FunctionPair(1, 1);

        assertThatIllegalArgumentException().isThrownBy(() -> new FunctionTable(List.of(row, row)));
    }
}
