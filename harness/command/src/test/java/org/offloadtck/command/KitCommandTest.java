package org.offloadtck.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KitCommandTest {

    @TempDir private Path folder = Path.of("");

    @Test
    void itsWordsStartThisProcessAgain() {
        var words = KitCommand.ofThisProcess("Main", "serve").words();

        assertThat(Path.of(words.getFirst())).isExecutable();
        assertThat(words).containsSequence("-cp").endsWith("Main", "serve");
    }

    /// A cache and options of the older kind of archive exclude each other (`java` of JDK 25).
    @Test
    void noOptionHindersTheCache() {
        assertThat(KitCommand.ofThisProcess().words())
                .noneMatch(word -> word.startsWith("-Xshare"));
    }

    @Test
    void anotherJarHasAnotherFingerprint() throws IOException {
        var jar = Files.writeString(folder.resolve("kit.jar"), "one");
        var kit = new KitCommand(Path.of("java"), List.of(), List.of(jar), List.of("Main"));
        var before = kit.fingerprint();

        Files.writeString(jar, "three");

        assertThat(kit.fingerprint()).isNotEqualTo(before);
    }
}
