package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// The data layout of a module: byte order, pointers and alignments.
///
/// Source: LLVM 19, llvm/docs/LangRef.rst, "Data Layout".
public final class DataLayout {

    /// Alignment of integers by width, in bits, where the layout states none. Source: as before.
    private static final NavigableMap<Long, Long> INTEGERS =
            new TreeMap<>(Map.of(1L, 8L, 8L, 8L, 16L, 16L, 32L, 32L, 64L, 32L));

    private static final long DEFAULT_POINTER = 64;

    private final String text;
    private final List<String> parts;
    private final NavigableMap<Long, Long> integers = new TreeMap<>(INTEGERS);

    public DataLayout(String text) {
        this.text = text;
        this.parts = Arrays.asList(text.split("-", -1));
        for (var part : parts) {
            if (part.startsWith("i")) {
                integer(part.substring(1).split(":", -1));
            }
        }
    }

    private void integer(String[] words) {
        var numbers = numbers(words);
        if (numbers.size() > 1) {
            integers.put(numbers.get(0), numbers.get(1));
        }
    }

    private static List<Long> numbers(String[] words) {
        var numbers = new ArrayList<Long>();
        for (var word : words) {
            if (word.isEmpty() || word.length() > 9 || !word.chars().allMatch(Character::isDigit)) {
                return List.of();
            }
            numbers.add(Long.parseLong(word));
        }
        return numbers;
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    public boolean isBigEndian() {
        return parts.contains("E");
    }

    /// Whether names in object files are those in the module, as in ELF files.
    public boolean hasElfNames() {
        return parts.stream().noneMatch(part -> part.startsWith("m:") && !part.equals("m:e"));
    }

    /// Size of a pointer to an address space, in bits.
    public long pointerBits(long space) {
        return pointer(space).map(List::getFirst).orElse(DEFAULT_POINTER);
    }

    private Optional<List<Long>> pointer(long space) {
        var own = specification("p" + space);
        var common = specification("p").or(() -> specification("p0"));
        return space == 0 ? common : own.or(() -> common);
    }

    /// The numbers after the first colon of the part that starts with `key` and a colon.
    private Optional<List<Long>> specification(String key) {
        return parts.stream()
                .filter(part -> part.startsWith(key + ":"))
                .map(part -> numbers(part.substring(key.length() + 1).split(":", -1)))
                .filter(numbers -> !numbers.isEmpty())
                .findFirst();
    }

    /// The address space of variables on the stack.
    public long stackSpace() {
        return parts.stream()
                .filter(part -> part.matches("A\\d{1,9}"))
                .map(part -> Long.parseLong(part.substring(1)))
                .findFirst()
                .orElse(0L);
    }

    /// Alignment of an integer, in bits: that of the next larger width with one, else of the
    /// largest.
    long integerAlignment(long width) {
        var next = integers.ceilingEntry(width);
        return next == null ? integers.lastEntry().getValue() : next.getValue();
    }

    /// Alignment of a floating-point number: its width, unless the layout states another.
    long floatAlignment(long width) {
        return specification("f" + width).map(List::getFirst).orElse(width);
    }

    long pointerAlignment(long space) {
        return pointer(space)
                .filter(numbers -> numbers.size() > 1)
                .map(numbers -> numbers.get(1))
                .orElse(pointerBits(space));
    }
}
