package org.offloadtck.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AheadOfTimeCacheTest {

    @TempDir private Path folder = Path.of("");

    private Path jar = folder;

    @BeforeEach
    void makeJar() throws IOException {
        jar = Files.writeString(folder.resolve("kit.jar"), "");
    }

    @Test
    void aCacheThatIsNotThereIsNotUsed() {
        assertThat(AheadOfTimeCache.KIT.options(jar)).isEmpty();
        assertThat(AheadOfTimeCache.TOOLKIT.options(jar)).isEmpty();
        assertThat(AheadOfTimeCache.beside(jar)).isEmpty();
    }

    @Test
    void theToolsUseTheirOwnCache() throws IOException {
        var kit = Files.writeString(folder.resolve("kit.aot"), "");
        assertThat(AheadOfTimeCache.TOOLKIT.options(jar)).contains("-XX:AOTCache=" + kit);

        var toolkit = Files.writeString(folder.resolve("kit-toolkit.aot"), "");

        assertThat(AheadOfTimeCache.TOOLKIT.options(jar))
                .containsExactly("-XX:AOTCache=" + toolkit, "-Xlog:aot=off", "-Xlog:cds=off");
        assertThat(AheadOfTimeCache.KIT.options(jar)).contains("-XX:AOTCache=" + kit);
        assertThat(AheadOfTimeCache.beside(jar)).containsExactlyInAnyOrder(kit, toolkit);
    }

    @Test
    void aFolderOfClassesHasNoCache() throws IOException {
        var classes = Files.createDirectory(folder.resolve("classes"));
        Files.writeString(folder.resolve("classes.aot"), "");

        assertThat(AheadOfTimeCache.KIT.options(classes)).isEmpty();
    }
}
