package org.offloadtck.emulation.memory;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/// What a program has advised about the pages of an allocation of managed memory, and where it has
/// prefetched them to.
final class ManagedRanges {

    /// `CU_DEVICE_INVALID` (CUDA driver API 13.0).
    static final int NO_PLACE = -2;

    /// `CU_MEM_ADVISE_…` (CUDA driver API 13.0, `CUmem_advise`).
    static final int SET_READ_MOSTLY = 1;

    static final int UNSET_READ_MOSTLY = 2;
    static final int SET_PREFERRED_LOCATION = 3;
    static final int UNSET_PREFERRED_LOCATION = 4;
    static final int SET_ACCESSED_BY = 5;
    static final int UNSET_ACCESSED_BY = 6;

    /// Bytes of a page of the host, to which ranges are rounded (CUDA driver API 13.0,
    /// `cuMemAdvise`).
    private static final long PAGE = 4096;

    /// The state of a page.
    ///
    /// @param preferred the preferred location: a device, `CU_DEVICE_CPU`, or [#NO_PLACE]
    /// @param accessedBy devices, in ascending order
    /// @param prefetched the location of the last prefetch
    record Advice(
            boolean isReadMostly, int preferred, SortedSet<Integer> accessedBy, int prefetched) {

        static final Advice NONE = new Advice(false, NO_PLACE, new TreeSet<>(), NO_PLACE);

        /// The state after an advice of `CUmem_advise` (CUDA driver API 13.0) about a location.
        Advice with(int advice, int place) {
            return switch (advice) {
                case SET_READ_MOSTLY -> new Advice(true, preferred, accessedBy, prefetched);
                case UNSET_READ_MOSTLY -> new Advice(false, preferred, accessedBy, prefetched);
                case SET_PREFERRED_LOCATION ->
                        new Advice(isReadMostly, place, accessedBy, prefetched);
                case UNSET_PREFERRED_LOCATION ->
                        new Advice(isReadMostly, NO_PLACE, accessedBy, prefetched);
                case SET_ACCESSED_BY, UNSET_ACCESSED_BY -> {
                    var all = new TreeSet<>(accessedBy);
                    all.remove(place);
                    if (advice == SET_ACCESSED_BY) {
                        all.add(place);
                    }
                    yield new Advice(isReadMostly, preferred, all, prefetched);
                }
                default -> throw new IllegalStateException("advice " + advice);
            };
        }

        Advice prefetchedTo(int place) {
            return new Advice(isReadMostly, preferred, accessedBy, place);
        }
    }

    /// What `cuMemRangeGetAttribute` returns (CUDA driver API 13.0, `CUmem_range_attribute`).
    enum Attribute {
        READ_MOSTLY(1) {
            @Override
            int[] values(List<Advice> pages, int count) {
                return new int[] {pages.stream().allMatch(Advice::isReadMostly) ? 1 : 0};
            }
        },
        PREFERRED_LOCATION(2) {
            @Override
            int[] values(List<Advice> pages, int count) {
                return new int[] {common(pages, Advice::preferred)};
            }
        },
        ACCESSED_BY(3) {
            @Override
            int[] values(List<Advice> pages, int count) {
                var places = new TreeSet<>(pages.getFirst().accessedBy());
                pages.forEach(page -> places.retainAll(page.accessedBy()));
                var listed = places.stream().mapToInt(Integer::intValue).limit(count).toArray();
                var values = Arrays.copyOf(listed, count);
                Arrays.fill(values, listed.length, count, NO_PLACE);
                return values;
            }
        },
        LAST_PREFETCH_LOCATION(4) {
            @Override
            int[] values(List<Advice> pages, int count) {
                return new int[] {common(pages, Advice::prefetched)};
            }
        },
        PREFERRED_LOCATION_TYPE(5) {
            @Override
            int[] values(List<Advice> pages, int count) {
                return new int[] {type(common(pages, Advice::preferred))};
            }
        },
        PREFERRED_LOCATION_ID(6) {
            @Override
            int[] values(List<Advice> pages, int count) {
                return new int[] {common(pages, Advice::preferred)};
            }
        },
        LAST_PREFETCH_LOCATION_TYPE(7) {
            @Override
            int[] values(List<Advice> pages, int count) {
                return new int[] {type(common(pages, Advice::prefetched))};
            }
        },
        LAST_PREFETCH_LOCATION_ID(8) {
            @Override
            int[] values(List<Advice> pages, int count) {
                return new int[] {common(pages, Advice::prefetched)};
            }
        };

        // `CU_MEM_LOCATION_TYPE_INVALID`, `DEVICE` and `HOST` (`CUmemLocationType`).
        private static final int NO_TYPE = 0;
        private static final int DEVICE_TYPE = 1;
        private static final int HOST_TYPE = 2;

        /// More than any list of devices has, so that no reply is large.
        private static final long MOST_BYTES = 1 << 16;

        private final int number;

        Attribute(int number) {
            this.number = number;
        }

        static Optional<Attribute> of(int number) {
            return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
        }

        /// Its values of 32 bits each.
        ///
        /// @param pages the states of the pages
        /// @param count of values that the caller has room for
        abstract int[] values(List<Advice> pages, int count);

        /// Whether a caller may have room for so many bytes.
        boolean fits(long bytes) {
            return this == ACCESSED_BY
                    ? bytes > 0 && bytes <= MOST_BYTES && bytes % Integer.BYTES == 0
                    : bytes == Integer.BYTES;
        }

        private static int common(List<Advice> pages, ToIntFunction<Advice> place) {
            var places = pages.stream().mapToInt(place).distinct().toArray();
            return places.length == 1 ? places[0] : NO_PLACE;
        }

        private static int type(int place) {
            if (place == NO_PLACE) {
                return NO_TYPE;
            }
            return place < 0 ? HOST_TYPE : DEVICE_TYPE;
        }
    }

    /// The advice of pages from an address to the next one in the map.
    private final NavigableMap<Long, Advice> advice = new TreeMap<>();

    /// @param address of the allocation
    ManagedRanges(long address) {
        advice.put(firstPage(address), Advice.NONE);
    }

    /// Changes the state of all pages of a range of the allocation.
    void change(long address, long bytes, UnaryOperator<Advice> change) {
        split(firstPage(address));
        split(end(address, bytes));
        advice.subMap(firstPage(address), end(address, bytes))
                .replaceAll((_, is) -> change.apply(is));
    }

    /// The different states of the pages of a range of the allocation.
    List<Advice> of(long address, long bytes) {
        return advice
                .subMap(advice.floorKey(firstPage(address)), end(address, bytes))
                .values()
                .stream()
                .distinct()
                .toList();
    }

    private void split(long page) {
        advice.putIfAbsent(page, advice.floorEntry(page).getValue());
    }

    private static long firstPage(long address) {
        return address / PAGE * PAGE;
    }

    /// The first page after a range.
    private static long end(long address, long bytes) {
        return Math.ceilDiv(address + bytes, PAGE) * PAGE;
    }
}
