package org.offloadtck.object.ir;

import static org.offloadtck.object.ir.SymbolContent.UNKNOWN_SIZE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The named types of a module, and the sizes of types in memory. LLVM Language Reference, Type
/// System and Data Layout: natural alignment, up to 8 bytes for integers, 16 for floating point.
final class IrTypes {

    /// Nesting after which a type counts as unknown.
    private static final int DEPTH = 64;

    private static final Pattern INTEGER = Pattern.compile("i\\d{1,8}");

    /// The sizes of floating-point types: LLVM Language Reference, Floating-Point Types. All are
    /// aligned to their size.
    private static final Map<String, Long> FLOATS =
            Map.of(
                    "half",
                    2L,
                    "bfloat",
                    2L,
                    "float",
                    4L,
                    "double",
                    8L,
                    "x86_fp80",
                    16L,
                    "fp128",
                    16L);

    private static final long POINTER = 8;

    private static final Extent UNKNOWN = new Extent(UNKNOWN_SIZE, 1);

    private final Map<String, List<IrToken>> definitions = new HashMap<>();
    private final Map<String, Extent> extents = new HashMap<>();

    /// @param size in bytes without padding at its end
    private record Extent(long size, long alignment) {

        boolean isKnown() {
            return size >= 0;
        }

        /// The distance of two elements in an array.
        long stride() {
            return Math.ceilDiv(size, alignment) * alignment;
        }
    }

    /// Adds `%name = type {…}`.
    void add(IrLine line) {
        if (line.at(1).isSign("=") && line.at(2).isWord("type")) {
            definitions.put(line.at(0).text(), line.tokens().subList(3, line.tokens().size()));
        }
    }

    /// The size of the type at the front of the tokens.
    long size(List<IrToken> tokens) {
        return size(new Parse(tokens).type(0));
    }

    /// The number of tokens of the type at the front; 0 if there is none.
    int length(List<IrToken> tokens) {
        var parse = new Parse(tokens);
        parse.type(0);
        return parse.at;
    }

    private static long size(Extent extent) {
        return extent.isKnown() ? extent.stride() : UNKNOWN_SIZE;
    }

    private Extent named(String name, int depth) {
        var known = Optional.ofNullable(extents.get(name));
        if (known.isPresent()) {
            return known.get();
        }
        extents.put(name, UNKNOWN);
        var tokens = definitions.getOrDefault(name, List.of());
        var extent = tokens.isEmpty() ? UNKNOWN : new Parse(tokens).type(depth + 1);
        extents.put(name, extent);
        return extent;
    }

    private static Extent integer(String word) {
        long bits = Long.parseLong(word.substring(1));
        long bytes = Math.ceilDiv(bits, 8L);
        long power = Long.highestOneBit(Math.max(1, bytes));
        long alignment = power < bytes ? power * 2 : power;
        return new Extent(bytes, Math.min(alignment, bits > 64 ? 16 : 8));
    }

    /// Reads one type from the front of tokens.
    private final class Parse {

        private final List<IrToken> tokens;
        private int at;

        Parse(List<IrToken> tokens) {
            this.tokens = tokens;
        }

        private boolean isSign(String sign) {
            return at < tokens.size() && tokens.get(at).isSign(sign);
        }

        Extent type(int depth) {
            if (at >= tokens.size() || depth > DEPTH) {
                return UNKNOWN;
            }
            var extent = simple(tokens.get(at), depth);
            return suffix(extent);
        }

        private Extent simple(IrToken first, int depth) {
            at++;
            return switch (first.kind()) {
                case LOCAL -> named(first.text(), depth);
                case WORD -> word(first.text());
                case SIGN ->
                        switch (first.text()) {
                            case "[" -> array(depth, "]");
                            case "{" -> structure(depth, Packing.NATURAL);
                            case "<" -> angle(depth);
                            default -> UNKNOWN;
                        };
                case STRING, GLOBAL, METADATA, METADATA_STRING -> UNKNOWN;
            };
        }

        private Extent word(String word) {
            if (INTEGER.matcher(word).matches()) {
                return integer(word);
            }
            if (word.equals("ptr")) {
                return new Extent(POINTER, POINTER);
            }
            var size = FLOATS.get(word);
            return size == null ? UNKNOWN : new Extent(size, size);
        }

        /// `addrspace(1)` after `ptr`, and the `*` of typed pointers, with the parameters of a
        /// function.
        private Extent suffix(Extent extent) {
            var type = extent;
            while (true) {
                if (at < tokens.size() && tokens.get(at).isWord("addrspace")) {
                    at++;
                    group();
                } else if (isSign("*")) {
                    at++;
                    type = new Extent(POINTER, POINTER);
                } else if (isSign("(")) {
                    group();
                    type = UNKNOWN;
                } else {
                    return type;
                }
            }
        }

        private void group() {
            int depth = 0;
            do {
                if (at >= tokens.size()) {
                    return;
                }
                depth += tokens.get(at++).nesting();
            } while (depth > 0);
        }

        private Extent angle(int depth) {
            if (isSign("{")) {
                at++;
                var packed = structure(depth, Packing.PACKED);
                at++;
                return packed;
            }
            boolean areBits = isOfBits(at + 2);
            var elements = array(depth, ">");
            if (areBits || !elements.isKnown()) {
                return UNKNOWN;
            }
            long power = Long.highestOneBit(Math.max(1, elements.size()));
            return new Extent(elements.size(), power < elements.size() ? power * 2 : power);
        }

        /// Whether the elements of a vector are integers of no whole bytes, which lie side by side.
        private boolean isOfBits(int index) {
            return index < tokens.size()
                    && INTEGER.matcher(tokens.get(index).text()).matches()
                    && Long.parseLong(tokens.get(index).text().substring(1)) % Byte.SIZE != 0;
        }

        /// `12 x TYPE` up to and including the closing bracket.
        private Extent array(int depth, String end) {
            long count = at < tokens.size() ? count(tokens.get(at).text()) : UNKNOWN_SIZE;
            at += 2;
            var element = type(depth + 1);
            while (at < tokens.size() && !isSign(end)) {
                at++;
            }
            at++;
            boolean fits =
                    count >= 0
                            && element.isKnown()
                            && (count == 0 || element.stride() <= Long.MAX_VALUE / 2 / count);
            return fits ? new Extent(count * element.stride(), element.alignment()) : UNKNOWN;
        }

        private static long count(String word) {
            boolean isNumber = !word.isEmpty() && word.length() < 18;
            return isNumber && word.chars().allMatch(Character::isDigit)
                    ? Long.parseLong(word)
                    : UNKNOWN_SIZE;
        }

        private Extent structure(int depth, Packing packing) {
            long size = 0;
            long alignment = 1;
            boolean known = true;
            while (at < tokens.size() && !isSign("}")) {
                int before = at;
                var field = type(depth + 1);
                known = known && field.isKnown() && size < Long.MAX_VALUE / 4;
                if (known) {
                    long step = packing == Packing.PACKED ? 1 : field.alignment();
                    size = Math.ceilDiv(size, step) * step + field.stride();
                    alignment = Math.max(alignment, step);
                }
                if (isSign(",") || at == before) {
                    at++;
                }
            }
            at++;
            return known ? new Extent(size, alignment) : UNKNOWN;
        }
    }

    private enum Packing {
        NATURAL,
        PACKED
    }
}
