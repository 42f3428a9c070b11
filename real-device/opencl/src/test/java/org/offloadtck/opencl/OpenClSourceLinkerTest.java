package org.offloadtck.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.DeviceLinker.Input;
import org.offloadtck.plugin.image.TargetId;

class OpenClSourceLinkerTest {

    private final OpenClSourceLinker linker = new OpenClSourceLinker();

    @Test
    void linksOnlySource() {
        assertThat(linker.links(OpenClSourceLinker.TARGET)).isTrue();
        assertThat(linker.links(new TargetId("nvptx64-nvidia-cuda", "sm_75"))).isFalse();
    }

    @Test
    void joinsSourcesSoThatDiagnosticsPointIntoThem() {
        var linked =
                linker.link(
                        OpenClSourceLinker.TARGET,
                        List.of(input("a.cl", "int f(void);"), input("b.cl", "int g(void);")));

        assertThat(new String(linked.toArray(ValueLayout.JAVA_BYTE), UTF_8))
                .isEqualTo(
                        """
                        #line 1 "a.cl"
                        int f(void);
                        #line 1 "b.cl"
                        int g(void);
                        """);
    }

    @Test
    void namesTheInputThatIsNotText() {
        var bytes = MemorySegment.ofArray(new byte[] {(byte) 0xFF, 0});

        assertThatExceptionOfType(DeviceLinkException.class)
                .isThrownBy(() ->
                        linker.link(OpenClSourceLinker.TARGET, List.of(new Input("bad.cl", bytes))))
                .withMessage("bad.cl: text: is not UTF-8 when it should be OpenCL C source");
    }

    private static Input input(String source, String text) {
        return new Input(source, MemorySegment.ofArray(text.getBytes(UTF_8)));
    }
}
