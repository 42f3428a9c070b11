package org.offloadtck.runtime.indirect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Function pointer tables, compared with a map of the same pairs.
final class FunctionPointerTableProperties {

    @Property(seed = "20261121", tries = 300)
    void hasEachHostAddressOnceInTheOrderOfUnsignedNumbers(
            @ForAll List<Long> hosts, @ForAll List<Long> devices) {
        var pairs = new ArrayList<FunctionPointerPair>();
        var first = new LinkedHashMap<Long, Long>();
        for (int i = 0; i < Math.min(hosts.size(), devices.size()); i++) {
            pairs.add(new FunctionPointerPair(hosts.get(i), devices.get(i)));
            first.putIfAbsent(hosts.get(i), devices.get(i));
        }

        var rows = FunctionPointerTable.of(pairs).rows();

        assertThat(rows)
                .hasSameSizeAs(first.keySet())
                .allSatisfy(row -> assertThat(first).containsEntry(row.host(), row.device()));
        for (int i = 1; i < rows.size(); i++) {
            assertThat(Long.compareUnsigned(rows.get(i - 1).host(), rows.get(i).host()))
                    .isNegative();
        }
    }

    @Example
    void isTwoNumbersARowInMemory() {
        var table =
                FunctionPointerTable.of(
                        List.of(
                                new FunctionPointerPair(-1, 0x20),
                                new FunctionPointerPair(1, 0x10)));

        var bytes = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(1).putLong(0x10).putLong(-1).putLong(0x20);
        assertThat(table.bytes().asByteBuffer()).isEqualTo(bytes.flip());
    }

    @Example
    void rejectsRowsThatAreNotSorted() {
        var row = new FunctionPointerPair(1, 1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FunctionPointerTable(List.of(row, row)));
    }
}
