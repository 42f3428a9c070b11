package org.offloadtck.engine.deviceruntime;

import java.util.List;

/// PTX of kernels that launch kernels, in the form that `nvcc` 13.0 gives launches (`nvcc -rdc=true
/// -ptx`).
final class NestedKernels {

    private static final String HEAD =
            """
            .version 7.8
            .target sm_75
            .address_size 64
            .extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(
                .param .b64 f, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
            .extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 b, .param .b64 s);
            .extern .func (.param .b64 r) __cudaCDP2GetParameterBuffer(.param .b64 a, .param .b64 s);
            .extern .func (.param .b32 r) __cudaCDP2LaunchDevice(
                .param .b64 f, .param .b64 p, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12],
                .param .b32 s, .param .b64 t);
            .extern .func (.param .b32 r) __cudaCDP2GetLastError();
            .extern .func (.param .b32 r) __cudaCDP2PeekAtLastError();
            .extern .func (.param .b32 r) __cudaCDP2StreamCreateWithFlags(
                .param .b64 s, .param .b32 f);
            .extern .func (.param .b32 r) __cudaCDP2EventCreateWithFlags(.param .b64 s, .param .b32 f);
            .extern .func (.param .b32 r) __cudaCDP2EventRecord_ptsz(.param .b64 e, .param .b64 s);
            .extern .func (.param .b32 r) __cudaCDP2StreamWaitEvent(
                .param .b64 s, .param .b64 e, .param .b32 f);
            .extern .func (.param .b32 r) __cudaCDP2MemsetAsync(
                .param .b64 p, .param .b32 v, .param .b64 n, .param .b64 s);
            .extern .func (.param .b32 r) __cudaCDP2MemcpyAsync(
                .param .b64 d, .param .b64 s, .param .b64 n, .param .b32 k, .param .b64 t);
            .extern .func (.param .b32 r) __cudaCDP2Malloc(.param .b64 p, .param .b64 n);
            .extern .func (.param .b32 r) __cudaCDP2Free(.param .b64 p);
            .visible .entry first(.param .u64 data) { ret; }
            .visible .entry second(.param .u64 data) { ret; }
            .visible .entry unsupported(.param .u64 data)
            {
            .reg .pred %p<2>;
            .reg .b64 %a<2>;
            istypep.texref %p1, %a1;
            ret;
            }
            .visible .entry add(.param .u64 data)
            {
            .reg .b32 %r<2>;
            .reg .b64 %a<2>;
            ld.param.u64 %a0, [data];
            cvta.to.global.u64 %a1, %a0;
            mov.u32 %r0, 1;
            red.global.add.u32 [%a1], %r0;
            ret;
            }
            """;

    private NestedKernels() {}

    /// A module of kernels that do nothing, `first` and `second`, of one that is not simulated,
    /// `unsupported`, of `add(int*)`, which adds 1, and of a kernel `k(data)`.
    ///
    /// In the body, `%data` is the argument, and registers `%r0` … `%r9`, `%rd0` … `%rd9` and local
    /// memory `local` of 16 bytes are declared.
    static String kernel(String body) {
        return HEAD
                + """
                .visible .entry k(.param .u64 data)
                {
                .local .align 8 .b8 local[16];
                .shared .align 8 .b8 shared[16];
                .reg .pred %%p<4>;
                .reg .b32 %%r<10>;
                .reg .b64 %%rd<10>;
                .reg .b64 %%data;
                ld.param.u64 %%data, [data];
                %s
                ret;
                }
                """
                        .formatted(body);
    }

    /// A call.
    ///
    /// @param result a register, `%r…` or `%rd…`
    /// @param arguments registers or numbers, of 32 bits with the prefix `w:`, or of the three
    ///   extents of a grid, as `4x1x1`
    static String call(String result, String function, String... arguments) {
        var declared = new StringBuilder();
        var names = new StringBuilder();
        for (int i = 0; i < arguments.length; i++) {
            var argument = arguments[i];
            names.append(i == 0 ? "" : ", ").append("a").append(i);
            if (argument.contains("x")) {
                declared.append(".param .align 4 .b8 a%d[12];\n".formatted(i));
                var extents = argument.split("x", -1);
                for (int d = 0; d < extents.length; d++) {
                    declared.append("st.param.b32 [a%d+%d], %s;\n".formatted(i, 4 * d, extents[d]));
                }
            } else {
                boolean isWord = argument.startsWith("w:");
                var type = isWord ? "b32" : "b64";
                var value = isWord ? argument.substring(2) : argument;
                declared.append(
                        ".param .%s a%d;\nst.param.%s [a%d], %s;\n"
                                .formatted(type, i, type, i, value));
            }
        }
        var type = result.startsWith("%rd") ? "b64" : "b32";
        return """
        {
        %s.param .%s r;
        call.uni (r), __cudaCDP2%s, (%s);
        ld.param.%s %s, [r];
        }
        """
                .formatted(declared, type, function, names, type, result);
    }

    /// A launch of one thread that leaves its result in `%r9`, as `nvcc` writes it: no launch if
    /// there is no buffer.
    ///
    /// @param parameter register of the parameter
    /// @param stream a register or a number
    static String launch(String kernel, String parameter, String stream) {
        return launch(kernel, "1x1x1", "1x1x1", parameter, stream);
    }

    static String launch(
            String kernel, String grid, String block, String parameter, String stream) {
        var end = "end_" + Integer.toHexString(List.of(kernel, parameter, stream).hashCode());
        return """
        mov.u64 %%rd8, %s;
        %s
        setp.eq.s64 %%p3, %%rd9, 0;
        @%%p3 bra %s;
        st.u64 [%%rd9], %s;
        %s
        %s:
        """
                .formatted(
                        kernel,
                        call("%rd9", "GetParameterBufferV2", "%rd8", grid, block, "w:0"),
                        end,
                        parameter,
                        call("%r9", "LaunchDeviceV2", "%rd9", stream),
                        end);
    }
}
