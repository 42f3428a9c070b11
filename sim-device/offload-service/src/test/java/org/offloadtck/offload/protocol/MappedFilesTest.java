package org.offloadtck.offload.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which file is mapped where.
final class MappedFilesTest {

    @TempDir private Path folder;

    @Test
    void anAddressIsInTheFileThatIsMappedAroundIt() throws IOException {
        var files = list();

        assertThat(files.at(0x7f00_0000_1000L)).contains(Path.of("/opt/a b/lib x.so"));
        assertThat(files.at(0x7f00_0000_2fffL)).contains(Path.of("/opt/a b/lib x.so"));
        assertThat(files.at(0x55d0_0000_0800L)).contains(Path.of("/usr/bin/program"));
        assertThat(files.at(0xffff_ffff_ff60_0000L)).isEmpty();
    }

    @Test
    void anAddressBesideEveryFileIsInNone() throws IOException {
        var files = list();

        assertThat(files.at(0x7f00_0000_0fffL)).isEmpty();
        assertThat(files.at(0x7f00_0000_3000L)).isEmpty();
        assertThat(files.at(0x7f00_0000_3800L)).isEmpty();
        assertThat(files.at(0x55d0_0010_0000L)).isEmpty();
    }

    @Test
    void aProcessThatHasGoneHasNoFiles() {
        assertThat(new MappedFiles(folder.resolve("maps")).at(0x1000)).isEmpty();
    }

    @Test
    void theFilesOfAProcessAreThoseThatTheKernelLists() {
        assertThat(MappedFiles.of(ProcessHandle.current().pid()).list())
                .isReadable()
                .isEqualTo(Path.of("/proc/" + ProcessHandle.current().pid() + "/maps"));
    }

    private MappedFiles list() throws IOException {
        return new MappedFiles(
                Files.writeString(
                        folder.resolve("maps"),
                        """
                        55d000000000-55d000001000 r--p 00000000 fe:01 1048602      /usr/bin/program
                        55d000100000-55d000121000 rw-p 00000000 00:00 0            [heap]
                        7f0000001000-7f0000003000 rw-p 00002000 fe:01 1048610      /opt/a b/lib x.so
                        7f0000003000-7f0000004000 rw-p 00000000 00:00 0
                        ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0    [vsyscall]
                        """));
    }
}
