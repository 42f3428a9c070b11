package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// Every form of instruction that releases 8.6 to 9.2 of PTX added is executed, but for those that
/// `docs/open.md` names.
class RecentFormsTest {

    record Form(String version, String target, String instruction) {

        static Form of(String row) {
            var cells = row.split("\t", -1);
            return new Form(cells[0], cells[1], cells[2]);
        }

        String kernel() {
            return """
            .version %s
            .target %s
            .address_size 64
            .global .align 128 .b8 global[4096];
            .visible .entry k()
            {
            .shared .align 128 .b8 tile[4096];
            .shared .align 8 .b64 barrier;
            .reg .pred %%p<4>; .reg .b8 %%c<4>; .reg .b16 %%h<4>; .reg .b32 %%r<10>;
            .reg .b64 %%d<8>; .reg .f32 %%f<10>; .reg .b128 %%q<2>;
            .reg .b64 %%g; .reg .b32 %%s, %%b, %%lane, %%row;
            mov.u64 %%g, global;
            mov.u32 %%s, tile;
            mov.u32 %%b, barrier;
            mov.u32 %%lane, %%laneid;
            mad.lo.u32 %%s, %%lane, 64, %%s;
            mov.u64 %%d6, 64;
            mov.u32 %%r9, 64;
            mbarrier.init.shared.b64 [%%b], 64;
            bar.sync 0;
            %s
            ret;
            }
            """
                    .formatted(version, target, instruction);
        }

        @Override
        public String toString() {
            return instruction;
        }
    }

    static Stream<Form> forms() {
        try (var text = RecentFormsTest.class.getResourceAsStream("recent-forms.tsv")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Form::of);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void thereAreForms() {
        assertThat(forms()).hasSizeGreaterThan(90);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void theFormIsExecuted(Form form) {
        var device = TestDevice.of("f.ptx", form.kernel());

        device.launch(device.kernel(), LaunchShape.of(1, 32));
    }
}
