package org.offloadtck.launch.profile.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.launch.profile.LineProfile;
import org.offloadtck.launch.profile.LineProfile.Place;
import org.offloadtck.timing.InstructionProfile.MemoryAccesses;

class SourceTextTest {

    @TempDir private Path folder;

    private static LineProfile line(Place.Text text, String file, int line) {
        return new LineProfile(
                new Place(text, file, line, "f"), "add.u32", 1, 1, MemoryAccesses.NONE, Map.of());
    }

    private String source(String contents) throws IOException {
        return Files.writeString(folder.resolve("a.cpp"), contents).toString();
    }

    @Test
    void aLineOfASourceHasItsTextWithoutIndentation() throws IOException {
        var file = source("int f() {\n\t  return 1;\t// one\n\n}\n");
        var sources = new SourceText();

        assertThat(sources.of(line(Place.Text.SOURCE, file, 2))).contains("return 1; // one");
        assertThat(sources.of(line(Place.Text.SOURCE, file, 3))).isEmpty();
        assertThat(sources.of(line(Place.Text.SOURCE, file, 5))).isEmpty();
        assertThat(sources.of(line(Place.Text.PTX, file, 2))).isEmpty();
    }

    @Test
    void aFileThatCannotBeReadHasNoText() throws IOException {
        var sources = new SourceText();

        assertThat(sources.of(line(Place.Text.SOURCE, folder + "/none.cpp", 1))).isEmpty();
        assertThat(sources.of(line(Place.Text.SOURCE, folder.toString(), 1))).isEmpty();
        assertThat(sources.of(line(Place.Text.SOURCE, "a\0b", 1))).isEmpty();
    }

    @Test
    void aLongLineIsCutAndOneOfBytesIsHarmless() throws IOException {
        var file = source("x".repeat(500) + "\n\u001b[31mred\n");
        var sources = new SourceText();

        assertThat(sources.of(line(Place.Text.SOURCE, file, 1)).orElseThrow())
                .hasSize(120)
                .endsWith("x…");
        assertThat(sources.of(line(Place.Text.SOURCE, file, 2))).contains(" [31mred");
    }
}
