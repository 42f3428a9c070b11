package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.command.NativeFiles;

/// A kernel that follows a host pointer on a device without unified memory.
class HostPointerTest extends EmulatedPrograms {

    private NativeProgram.Ended follow(String... words) throws IOException {
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var all = new String[words.length + 2];
        all[0] = "--";
        all[1] = place.compile("follows").toString();
        System.arraycopy(words, 0, all, 2, words.length);
        return place.run(exec, all);
    }

    @Test
    void aStaticVariableIsNamedWithItsMapClause() throws IOException {
        var ended = follow();

        assertThat(ended.output()).isEqualTo("synchronize: 700, runtime: 0");
        assertThat(ended.errors())
                .contains("a host address that is not mapped to the device, in ")
                .contains(
                        " of the process, in variable numbers (4000 bytes) of follows;"
                                + " map(tofrom: numbers) would map it");
    }

    @Test
    void theNearestPointerIsNamedForAllocatedMemory() throws IOException {
        assertThat(follow("allocated").errors())
                .contains(
                        " of the process, 16 bytes from where pointer allocated of follows points;"
                                + " map(tofrom: allocated[0:n]) would map it");
    }
}
