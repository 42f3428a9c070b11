package org.offloadtck.object.pack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/// The order in which a hash table of LLVM iterates over keys: that of their buckets. Both kinds of
/// table probe for a free bucket in steps of 1, 2, 3 and so on, and double when they are full by
/// three quarters.
///
/// Source: LLVM 15 to 22, `llvm/lib/Support/StringMap.cpp` and `llvm/include/llvm/ADT/DenseMap.h`.
enum KeyTable {
    /// `StringMap`: 16 buckets at first; it grows after an insertion.
    STRING_MAP(KeyHash.BERNSTEIN, 16),
    /// `DenseMap`: 64 buckets at first; it grows before an insertion.
    DENSE_MAP(KeyHash.CITY, 64);

    private final KeyHash hash;
    private final int buckets;

    KeyTable(KeyHash hash, int buckets) {
        this.hash = hash;
        this.buckets = buckets;
    }

    /// The keys, inserted one after the other, in the order of the table.
    ///
    /// @param keys without duplicates and without the empty key
    List<String> iterate(List<String> keys) {
        var table = new String[buckets];
        Arrays.fill(table, "");
        int count = 0;
        for (var key : keys) {
            if (this == DENSE_MAP && (count + 1) * 4 >= table.length * 3) {
                table = doubled(table);
            }
            put(table, key);
            count++;
            if (this == STRING_MAP && count * 4 > table.length * 3) {
                table = doubled(table);
            }
        }
        return Arrays.stream(table).filter(key -> !key.isEmpty()).toList();
    }

    private String[] doubled(String[] table) {
        var larger = new String[table.length * 2];
        Arrays.fill(larger, "");
        for (var key : table) {
            if (!key.isEmpty()) {
                put(larger, key);
            }
        }
        return larger;
    }

    private void put(String[] table, String key) {
        int mask = table.length - 1;
        int bucket = hash.of(key.getBytes(UTF_8)) & mask;
        for (int step = 1; !table[bucket].isEmpty(); step++) {
            bucket = (bucket + step) & mask;
        }
        table[bucket] = key;
    }
}
