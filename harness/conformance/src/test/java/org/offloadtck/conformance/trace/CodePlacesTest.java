package org.offloadtck.conformance.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodePlacesTest {

    private static final String SOURCE =
            """
            package a;

            /// A table.
            ///
            /// Requirements: OE-01,
            /// OE-02.
            @Deprecated
            public record Table(int rows) {

                // Requirement: OE-03.
                private static final int MOST = 3;

                /// Reads it. Requirement: RG-13.
                static Table read(byte[] bytes) {
                    return new Table(0); // requirement of nothing
                }
            }
            """;

    @Test
    void findsTheDeclarationBelowEachMention() {
        assertThat(CodePlaces.ofSource("main/Table.java", SOURCE))
                .containsExactly(
                        new CodePlace("OE-01", "main/Table.java", 8, "Table"),
                        new CodePlace("OE-02", "main/Table.java", 8, "Table"),
                        new CodePlace("OE-03", "main/Table.java", 11, "MOST"),
                        new CodePlace("RG-13", "main/Table.java", 14, "read"));
    }

    @Test
    void findsTheFunctionOfACSource() {
        var source = "/* Requirement: ER-02. */\nint cuInit(unsigned flags)\n{\n}\n";

        assertThat(CodePlaces.ofSource("main/init.c", source))
                .containsExactly(new CodePlace("ER-02", "main/init.c", 2, "cuInit"));
    }

    @Test
    void scansMainSourcesOnly(@TempDir Path root) throws IOException {
        for (var folder :
                new String[] {"m/src/main/java/a", "m/src/test/java/a", "m/target/src/main/java"}) {
            var target = Files.createDirectories(root.resolve(folder));
            Files.writeString(target.resolve("Table.java"), SOURCE);
        }

        var places = CodePlaces.ofSources(root);

        assertThat(places.places())
                .extracting(CodePlace::file)
                .containsOnly("m/src/main/java/a/Table.java");
        assertThat(places.of("RG-13"))
                .extracting(CodePlace::place)
                .containsExactly("m/src/main/java/a/Table.java:14");
    }

    @Test
    void readsBackWhatItWrites(@TempDir Path folder) throws IOException {
        var places = new CodePlaces(CodePlaces.ofSource("main/Table.java", SOURCE));
        var file = folder.resolve(CodePlaces.RESOURCE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, places.text());

        try (var loader =
                new java.net.URLClassLoader(new java.net.URL[] {folder.toUri().toURL()}, null)) {
            assertThat(CodePlaces.ofBuild(loader)).isEqualTo(places);
        }
    }
}
