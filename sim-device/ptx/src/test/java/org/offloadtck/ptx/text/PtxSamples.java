package org.offloadtck.ptx.text;

import java.util.List;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.PtxModule;

/// PTX texts for tests.
final class PtxSamples {

    static final String HEADER = ".version 7.8\n.target sm_75\n.address_size 64\n";

    /// One of every construct, small enough to damage every character.
    static final String MANY_CONSTRUCTS =
            HEADER
                    + """
                    .file 1 "a.cpp"
                    .extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
                    .global .align 8 .u64 t[2] = {1, generic(t)+8};
                    .weak .const .b8 env[4];
                    .section .debug_loc { .b8 1 }
                    .visible .entry k(.param .u64 p) .maxntid 128, 1, 1 {
                    .reg .pred %p<3>; .reg .b32 %r<4>; .reg .b64 %rd<3>; .reg .f32 %f<2>;
                    /* in */ .loc 1 2 3
                    ld.param.u64 %rd1, [p]; // k
                    L: mov.u32 %r1, %tid.x;
                    setp.lt.s32 %p1|%p2, %r1, -0x2U;
                    @!%p1 bra.uni L;
                    { .reg .b32 q; .param .b32 r; .param .b64 x;
                    st.param.b64 [x+0], %rd1;
                    f: .callprototype (.param .b32 _) _ (.param .b64 _);
                    call (r), %rd1, (x), f; }
                    ld.v2.f32 {%f1, _}, [%rd1+-4]; ld.global.u64 %rd1, t[1];
                    add.rn.f32 %f1, %f1, 0f3F800000;
                    frob.s32 %r1, {1, 2.5}, [%rd1, {%r1}];
                    vmad.s32.s32.s32 %r1, -%r2.h1, %r3, -7;
                    .pragma "n"; ret; }
                    .func (.reg .v2 .b32 r) v(.reg .v4 .f32 p) {
                    call (r), v, (p); mov.b32 r.y, p.w; }
                    """;

    private PtxSamples() {}

    static PtxModule parse(String text) {
        return PtxParser.parse("a.ptx", text);
    }

    /// A module with a kernel `k` that has these statements and registers of every type.
    static String kernel(String statements) {
        return HEADER
                + """
                .global .align 4 .b32 g[4];
                .func callee(.param .b32 a) ;
                .entry k(.param .u64 p, .param .u32 n) {
                .reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
                .reg .f32 %f<9>; .reg .f64 %fd<9>;
                """
                + statements
                + "\n}\n";
    }

    /// A module with a kernel that has an instruction of `ptx/forms.tsv`, and declares the
    /// registers, variables, label, function and prototype of that file.
    static String form(String instruction) {
        return HEADER
                + """
                .global .align 16 .b8 g[64];
                .const .align 16 .b8 c[64];
                .shared .align 16 .b8 s[64];
                .func f() { ret; }
                .visible .entry k(.param .u64 p)
                {
                .reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
                .reg .f32 %f<9>; .reg .f64 %fd<9>;
                .local .align 16 .b8 depot[64];
                .param .b64 x;
                prototype: .callprototype _ (.param .b64 _);
                L:
                """
                + instruction
                + "\n}\n";
    }

    static Body body(String statements) {
        return parse(kernel(statements)).functions().getFirst().body();
    }

    static List<Instruction> instructions(String statements) {
        return body(statements).instructions();
    }

    static Instruction instruction(String statement) {
        return instructions(statement).getFirst();
    }
}
