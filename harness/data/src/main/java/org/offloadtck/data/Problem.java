package org.offloadtck.data;

/// One mistake in the kit's data, as a diagnostic: `source: position: text`.
///
/// @param source the file, relative to the folder it was read from
/// @param position the row's id, `row 3` for a row without one, or a JSON path such as
///   `results[3].verdict`
/// @param text what is, when it should be what
public record Problem(String source, String position, String text) {

    @Override
    public String toString() {
        return "%s: %s: %s".formatted(source, position, text);
    }
}
