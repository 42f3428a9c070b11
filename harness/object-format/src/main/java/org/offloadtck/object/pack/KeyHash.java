package org.offloadtck.object.pack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The hash functions by which LLVM's containers order strings.
enum KeyHash {
    /// Bernstein's function from 0. Source: LLVM 15 and 16, `llvm/include/llvm/Support/DJB.h`.
    BERNSTEIN {
        @Override
        int of(byte[] key) {
            int hash = 0;
            for (byte one : key) {
                hash = hash * 33 + Byte.toUnsignedInt(one);
            }
            return hash;
        }
    },

    /// The functions of CityHash 1.0.3 for up to 64 bytes with LLVM's seed; 0 for longer keys.
    /// Source: Google, *CityHash*, release 1.0.3; LLVM 16 to 22, `llvm/include/llvm/ADT/Hashing.h`.
    CITY {
        @Override
        int of(byte[] key) {
            return (int) City.hash(ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN));
        }
    };

    abstract int of(byte[] key);

    private static final class City {

        private static final long K0 = 0xc3a5c85c97cb3127L;
        private static final long K1 = 0xb492b66fbe98f273L;
        private static final long K2 = 0x9ae16a3b2f90404fL;
        private static final long K3 = 0xc949d7c7509e6557L;
        private static final long MULTIPLIER = 0x9ddfea08eb382d69L;
        private static final long SEED = 0xff51afd7ed558ccdL;

        private final ByteBuffer key;
        private final int size;

        private City(ByteBuffer key) {
            this.key = key;
            this.size = key.capacity();
        }

        static long hash(ByteBuffer key) {
            var city = new City(key);
            if (city.size == 0) {
                return K2 ^ SEED;
            }
            if (city.size <= 3) {
                return city.upTo3();
            }
            if (city.size <= 8) {
                long low = Integer.toUnsignedLong(key.getInt(0));
                long high = Integer.toUnsignedLong(key.getInt(city.size - 4));
                return pair(city.size + (low << 3), SEED ^ high);
            }
            if (city.size <= 16) {
                long last = city.fromEnd(8);
                long turned = Long.rotateRight(last + city.size, city.size);
                return pair(SEED ^ key.getLong(0), turned) ^ last;
            }
            return city.size <= 32 ? city.upTo32() : city.size <= 64 ? city.upTo64() : 0;
        }

        private long upTo3() {
            long first = Byte.toUnsignedLong(key.get(0));
            long middle = Byte.toUnsignedLong(key.get(size >> 1));
            long last = Byte.toUnsignedLong(key.get(size - 1));
            long low = first + (middle << 8);
            long high = size + (last << 2);
            return shiftMix(low * K2 ^ high * K3 ^ SEED) * K2;
        }

        private long upTo32() {
            long a = key.getLong(0) * K1;
            long b = key.getLong(8);
            long c = fromEnd(8) * K2;
            long d = fromEnd(16) * K0;
            return pair(
                    Long.rotateRight(a - b, 43) + Long.rotateRight(c ^ SEED, 30) + d,
                    a + Long.rotateRight(b ^ K3, 20) - c + size + SEED);
        }

        private long upTo64() {
            var head = new Half(key.getLong(0) + (size + fromEnd(16)) * K0, key.getLong(24));
            var first = head.add(key.getLong(8), key.getLong(16));
            var tail = new Half(key.getLong(16) + fromEnd(32), fromEnd(8));
            var second = tail.add(fromEnd(24), fromEnd(16));
            long mixed = shiftMix((first.a + second.b) * K2 + (second.a + first.b) * K0);
            return shiftMix((SEED ^ mixed * K0) + first.b) * K2;
        }

        /// Half of a key of more than 32 bytes: two sums.
        private record Half(long a, long b) {

            Half add(long next, long last) {
                long later = a + next;
                long sum = later + last;
                return new Half(
                        sum + b,
                        Long.rotateRight(a + b, 52)
                                + Long.rotateRight(sum, 31)
                                + Long.rotateRight(a, 37)
                                + Long.rotateRight(later, 7));
            }
        }

        private long fromEnd(int distance) {
            return key.getLong(size - distance);
        }

        private static long pair(long low, long high) {
            long a = (low ^ high) * MULTIPLIER;
            a ^= a >>> 47;
            long b = (high ^ a) * MULTIPLIER;
            b ^= b >>> 47;
            return b * MULTIPLIER;
        }

        private static long shiftMix(long value) {
            return value ^ value >>> 47;
        }
    }
}
