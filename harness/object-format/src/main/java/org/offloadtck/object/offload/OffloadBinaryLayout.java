package org.offloadtck.object.offload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// The parts of an offload binary, which must not share bytes: header, entries, string entries,
/// images, and texts. Only texts may share bytes with texts.
///
/// LLVM's readers compare each offset with the size of the binary only; a part that overlaps
/// another one is read as that other one.
///
/// Requirement: OB-04.
final class OffloadBinaryLayout {

    private final ObjectBytes binary;
    private final List<Part> tables = new ArrayList<>();
    private final List<Part> texts = new ArrayList<>();

    OffloadBinaryLayout(ObjectBytes binary) {
        this.binary = binary;
    }

    /// A range of bytes.
    ///
    /// @param field offset of the field that states `start`, from the start of the binary
    private record Part(String name, long start, long size, long field) {

        long end() {
            return start + size;
        }

        boolean overlaps(Part other) {
            return start < other.end() && other.start() < end();
        }
    }

    /// Adds the header, the entries, the string entries of an image, or an image.
    void table(String name, long start, long size, long field) {
        if (size > 0) {
            tables.add(new Part(name, start, size, field));
        }
    }

    /// Adds the text of a string and its NUL.
    void text(String name, long start, long size, long field) {
        if (size > 0) {
            texts.add(new Part(name, start, size, field));
        }
    }

    /// Verifies that no two parts share bytes.
    void verify() {
        var byStart = new TreeMap<Long, Part>();
        tables.sort(Comparator.comparingLong(Part::start).thenComparingLong(Part::field));
        for (var part : tables) {
            var before = byStart.lastEntry();
            if (before != null && before.getValue().end() > part.start()) {
                rejectLater(before.getValue(), part);
            }
            byStart.put(part.start(), part);
        }
        texts.forEach(text -> verify(byStart, text));
    }

    private void rejectLater(Part one, Part other) {
        if (one.field() > other.field()) {
            reject(other, one);
        } else {
            reject(one, other);
        }
    }

    /// Verifies a text. If several texts share bytes with an image, the image lies over the texts.
    private void verify(NavigableMap<Long, Part> byStart, Part text) {
        var before = byStart.lowerEntry(text.end());
        if (before == null || !before.getValue().overlaps(text)) {
            return;
        }
        var part = before.getValue();
        if (texts.stream().filter(part::overlaps).count() > 1) {
            reject(text, part);
        } else {
            reject(part, text);
        }
    }

    /// Reports `fault`: the offset in its field does not fit.
    private void reject(Part kept, Part fault) {
        throw binary.malformed(
                fault.field(),
                FormatRule.OVERLAP,
                "%s is at 0x%x to 0x%x when it should lie outside the %s at 0x%x to 0x%x"
                        .formatted(
                                fault.name(),
                                fault.start(),
                                fault.end(),
                                kept.name(),
                                kept.start(),
                                kept.end()));
    }
}
