package org.offloadtck.emulation;

/// Modules for tests.
public final class ClientKernels {

    private static final String HEAD =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            """;

    /// `add(int* data)`: adds to each thread's int its number and 1.
    public static final String ADD =
            HEAD
                    + """
                    .visible .global .align 4 .u32 counter = 7;
                    .visible .entry add(.param .u64 data)
                    {
                    .reg .b32 %r<4>;
                    .reg .b64 %rd<4>;
                    ld.param.u64 %rd0, [data];
                    mov.u32 %r0, %tid.x;
                    mad.wide.u32 %rd1, %r0, 4, %rd0;
                    ld.global.u32 %r1, [%rd1];
                    add.u32 %r1, %r1, %r0;
                    add.u32 %r1, %r1, 1;
                    st.global.u32 [%rd1], %r1;
                    ret;
                    }
                    """;

    /// `spin()`: never ends.
    public static final String SPIN =
            HEAD
                    + """
                    .visible .entry spin()
                    {
                    again:
                    bra again;
                    }
                    """;

    /// `allocate(void** data)`: stores a block of the heap.
    public static final String MALLOC =
            HEAD
                    + """
                    .extern .func (.param .b64 block) malloc(.param .b64 size);
                    .visible .entry allocate(.param .u64 data)
                    {
                    .reg .b64 %rd<3>;
                    ld.param.u64 %rd0, [data];
                    mov.u64 %rd1, 64;
                    {
                    .param .b64 size;
                    .param .b64 block;
                    st.param.b64 [size], %rd1;
                    call.uni (block), malloc, (size);
                    ld.param.b64 %rd2, [block];
                    }
                    st.global.u64 [%rd0], %rd2;
                    ret;
                    }
                    """;

    /// `hi()`: prints.
    public static final String PRINT =
            HEAD
                    + """
                    .extern .func (.param .b32 count) vprintf(.param .b64 format, .param .b64 values);
                    .global .align 1 .b8 text[4] = {104, 105, 10, 0};
                    .visible .entry hi()
                    {
                    .reg .b64 %rd<2>;
                    .reg .b32 %r<2>;
                    mov.u64 %rd0, text;
                    mov.u64 %rd1, 0;
                    {
                    .param .b64 format;
                    .param .b64 values;
                    .param .b32 count;
                    st.param.b64 [format], %rd0;
                    st.param.b64 [values], %rd1;
                    call.uni (count), vprintf, (format, values);
                    ld.param.b32 %r0, [count];
                    }
                    ret;
                    }
                    """;

    /// `k()`: fails an assertion `x>0` of `main` in `a.c`.
    public static final String ASSERT =
            HEAD
                    + """
                    .extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l,
                        .param .b64 n, .param .b64 s);
                    .global .b8 text[4] = {120, 62, 48};
                    .global .b8 file[4] = {97, 46, 99};
                    .global .b8 name[5] = {109, 97, 105, 110};
                    .visible .entry k()
                    {
                    .reg .b64 %rd;
                    .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s;
                    mov.u64 %rd, text;
                    st.param.b64 [m], %rd;
                    mov.u64 %rd, file;
                    st.param.b64 [f], %rd;
                    mov.u64 %rd, name;
                    st.param.b64 [n], %rd;
                    st.param.b32 [l], 7;
                    call.uni __assertfail, (m, f, l, n, s);
                    ret;
                    }
                    """;

    /// `wait(int* flag)`: ends when `flag` is not 0.
    public static final String WAIT =
            HEAD
                    + """
                    .visible .entry wait(.param .u64 flag)
                    {
                    .reg .b32 %r<2>;
                    .reg .b64 %rd<2>;
                    .reg .pred %p<2>;
                    ld.param.u64 %rd0, [flag];
                    again:
                    ld.volatile.global.u32 %r0, [%rd0];
                    setp.eq.u32 %p0, %r0, 0;
                    @%p0 bra again;
                    ret;
                    }
                    """;

    private ClientKernels() {}

    /// `k(data)`, whose body is these lines; `%rd0` is `data`, `%r0` the thread's number.
    public static String kernel(String body) {
        return HEAD
                + """
                .visible .entry k(.param .u64 data)
                {
                .reg .b32 %%r<4>;
                .reg .b64 %%rd<4>;
                ld.param.u64 %%rd0, [data];
                mov.u32 %%r0, %%tid.x;
                %s
                ret;
                }
                """
                        .formatted(body);
    }
}
