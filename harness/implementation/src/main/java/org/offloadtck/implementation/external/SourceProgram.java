package org.offloadtck.implementation.external;

import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// A program of the corpus that is built from source and run as a process. It verifies its own
/// results: if they are right it prints [#OK] last and exits with 0, else it prints the defect and
/// exits with 1.
///
/// @param units source files of the executable, by their paths in the corpus
/// @param includes files that the sources include
/// @param archived source files of a static library that the program is linked with
/// @param library source files of a shared library; its file is the program's first argument
/// @param relocated source files of one object that a relocatable link with the device code makes;
///   the program is then linked of it alone
/// @param options for the compiler and the linker
/// @param prints the expected standard output
public record SourceProgram(
        String id,
        List<String> units,
        List<String> includes,
        List<String> archived,
        List<String> library,
        List<String> relocated,
        List<String> options,
        String prints) {

    /// The last line that a program with right results prints.
    private static final String OK = "ok\n";

    public SourceProgram {
        units = List.copyOf(units);
        includes = List.copyOf(includes);
        archived = List.copyOf(archived);
        library = List.copyOf(library);
        relocated = List.copyOf(relocated);
        options = List.copyOf(options);
        if (units.isEmpty() == relocated.isEmpty()) {
            throw new IllegalArgumentException(
                    "units is %s and relocated is %s when one of them should name source files"
                            .formatted(units, relocated));
        }
    }

    /// Reads the catalogue of programs, a YAML list.
    ///
    /// @throws DataException naming row and field
    public static List<SourceProgram> readAll(DataText catalogue) {
        return catalogue.yamlRows().stream().map(row -> row.all(SourceProgram::read)).toList();
    }

    private static SourceProgram read(Fields row) {
        return new SourceProgram(
                row.text("id"),
                row.textsOrNone("units"),
                row.textsOrNone("includes"),
                row.textsOrNone("archived"),
                row.textsOrNone("library"),
                row.textsOrNone("relocated"),
                row.textsOrNone("options"),
                row.textOr("prints", OK));
    }

    /// All files of the corpus that the program is made of.
    Stream<String> files() {
        return Stream.of(units, includes, archived, library, relocated).flatMap(List::stream);
    }
}
