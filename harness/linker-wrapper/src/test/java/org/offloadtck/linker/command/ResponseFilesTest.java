package org.offloadtck.linker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.input.LinkException;

final class ResponseFilesTest {

    @TempDir private Path folder = Path.of("");

    private void file(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private List<String> expand(String... words) {
        return new ResponseFiles(folder).expand(List.of(words));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a  b | a,b",
                "\"a b\" c | a b,c",
                "a\\ b | a b",
                "'a\\'b' | a'b",
                "x\"y z\"w | xy zw",
                "'' b | ,b",
                "#a | #a"
            })
    void splitsWordsAsLlvmDoes(String text, String words) {
        assertThat(String.join(",", ResponseFiles.words(text))).isEqualTo(words);
    }

    @Test
    void replacesAWordByTheWordsOfItsFile() throws IOException {
        file("outer", "b @inner\n e");
        file("inner", "c\nd\n");

        assertThat(expand("a", "@outer", "f")).containsExactly("a", "b", "c", "d", "e", "f");
    }

    @Test
    void keepsAWordWhoseFileDoesNotExist() {
        assertThat(expand("@", "@none", "")).containsExactly("@", "@none", "");
    }

    @Test
    void rejectsAFileThatNamesItself() throws IOException {
        file("loop", "a @loop");

        assertThatThrownBy(() -> expand("@loop"))
                .isInstanceOf(LinkException.class)
                .hasMessageContaining("@loop: names itself");
    }
}
