package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.api.ArenaTop;
import org.offloadtck.emulation.api.DriverReply;

class ReplyFrameTest {

    @Test
    void outputHasTheBytesThatDeviceCodePrinted() {
        var frame =
                ReplyFrame.of(
                        DriverReply.success().printing("\u00fd\u00c3\u00a9", ""), ArenaTop.NONE);

        byte[] bytes = new byte[frame.capacity()];
        frame.get(0, bytes);
        assertThat(Arrays.copyOfRange(bytes, bytes.length - 11, bytes.length))
                .containsExactly(3, 0, 0, 0, 0xfd, 0xc3, 0xa9, 0, 0, 0, 0);
    }
}
