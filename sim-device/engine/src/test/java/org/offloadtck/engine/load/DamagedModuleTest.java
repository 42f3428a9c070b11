package org.offloadtck.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.ptx.text.PtxParser;

/// A damaged module loads, or is rejected with the exception of the parser or the loader.
class DamagedModuleTest {

    private static final String MODULE =
            """
            .version 7.8
            .target sm_75
            .address_size 64
            .extern .shared .align 16 .b8 dynamic[];
            .global .align 4 .u32 g = 3;
            .shared .f64 s[4];
            .func (.param .b32 r) f(.param .b32 a)
            {
            .reg .b32 %x;
            ld.param.b32 %x, [a];
            st.param.b32 [r+0], %x;
            ret;
            }
            .const .align 8 .u64 table[3] = {f, generic(g) + 4, 7};
            .visible .entry k(.param .u64 p, .param .align 8 .b8 q[16])
            {
            .local .align 8 .b8 depot[16];
            .reg .pred %p<3>;
            .reg .b16 %h;
            .reg .b32 %r<6>;
            .reg .f32 %f<3>;
            .reg .b64 %d<4>;
            .param .b32 in; .param .b32 out;
            shape: .callprototype (.param .b32 _) _ (.param .b32 _);
            ld.param.u64 %d1, [p];
            mov.u64 %d2, depot;
            cvta.local.u64 %d2, %d2;
            mov.b64 {%r1, %r2}, %d1;
            setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p0;
            @%p1 bra done;
            mad.lo.cc.u32 %r3, %r1, %r2, 5;
            madc.hi.u32 %r3, %r1, %r2, %tid.x;
            bfi.b32 %r4, %r1, %r2, 3, 4;
            lop3.b32 %r4, %r1, %r2, %r3, 0x96;
            fma.rm.ftz.f32 %f1, %f2, 0f3F800000, %f1;
            cvt.rzi.s16.f32 %h, %f1;
            atom.global.cas.b32 %r5, [%d1+8], 0, 1;
            ld.shared.v2.f64 {%d2, %d3}, [s+16];
            shfl.sync.bfly.b32 %r3|%p1, %r3, 1, 31, -1;
            bar.red.popc.u32 %r3, 0, %p1;
            st.param.b32 [in], %r3;
            call (out), f, (in);
            call (out), %d3, (in), shape;
            done:
            ret;
            }
            """;

    private static void load(String text) {
        ProgramLoader.load(
                PtxParser.parse("damaged.ptx", text),
                GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto()));
    }

    private static Optional<String> surprise(String text) {
        try {
            load(text);
            return Optional.empty();
        } catch (PtxSyntaxException | ProgramLoadException _) {
            return Optional.empty();
        } catch (RuntimeException unexpected) {
            return Optional.of(unexpected.toString());
        }
    }

    @Test
    void theUndamagedModuleLoads() {
        var module = PtxParser.parse("whole.ptx", MODULE);

        assertThat(
                        ProgramLoader.load(module, GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto()))
                                .code()
                                .problems())
                .isEmpty();
    }

    @Test
    void loadsOrRejectsEveryPrefix() {
        for (int end = 0; end < MODULE.length(); end++) {
            assertThat(surprise(MODULE.substring(0, end))).as("first %d characters", end).isEmpty();
        }
    }

    @Test
    void loadsOrRejectsEveryLostCharacter() {
        for (int at = 0; at < MODULE.length(); at++) {
            String damaged = MODULE.substring(0, at) + MODULE.substring(at + 1);
            assertThat(surprise(damaged)).as("without character %d", at).isEmpty();
        }
    }

    @Test
    void loadsOrRejectsEveryChangedDigit() {
        for (int at = 0; at < MODULE.length(); at++) {
            if (Character.isDigit(MODULE.charAt(at))) {
                String damaged = MODULE.substring(0, at) + "9" + MODULE.substring(at + 1);
                assertThat(surprise(damaged)).as("9 at character %d", at).isEmpty();
            }
        }
    }

    @Test
    void rejectsAVariableThatDoesNotFitWithItsPosition() {
        String text = MODULE.replace(".global .align 4 .u32 g = 3;", ".global .u32 g[1000000000];");

        assertThatExceptionOfType(ProgramLoadException.class)
                .isThrownBy(() -> load(text))
                .withMessage(
                        "damaged.ptx:5:14: variable 'g': 4000000000 bytes do not fit device"
                                + " memory");
    }
}
