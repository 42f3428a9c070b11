package org.offloadtck.engine.forms;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// All forms: more than a device of compute capability 9.0 has; `ptxas` sorts out the others.
final class Forms {

    private static final int MANY = 2048;
    private static final String HEADER =
            """
            .version 9.0
            .target sm_90
            .address_size 64
            .shared .align 16 .b8 s[4096];
            .const .align 8 .b8 k[64] = {1};
            """;
    private final List<Form> list = new ArrayList<>();

    static List<Form> all() {
        var forms = new Forms();
        forms.integers();
        forms.bits();
        forms.carries();
        forms.floats();
        forms.halves();
        forms.comparisons();
        forms.conversions();
        forms.video();
        forms.collectives();
        forms.atomics();
        forms.other();
        forms.list.addAll(Matrices.all());
        return forms.list;
    }

    /// The forms of each module, in order.
    ///
    /// @throws IllegalStateException if two forms have the same name
    static Map<String, List<Form>> modules() {
        var modules = new LinkedHashMap<String, List<Form>>();
        var names = new HashSet<String>();
        for (var form : all()) {
            if (!names.add(form.name())) {
                throw new IllegalStateException(form.name() + ": two forms have that name");
            }
            modules.computeIfAbsent(form.module(), _ -> new ArrayList<>()).add(form);
        }
        return modules;
    }

    /// A module with the kernels of some forms.
    static String module(List<Form> forms) {
        return HEADER + forms.stream().map(Form::kernel).collect(Collectors.joining());
    }

    private static String kind(String type) {
        return switch (type) {
            case "u16", "s16", "b16", "u8", "s8" -> "i16";
            case "u32", "s32", "b32", "u16x2", "s16x2" -> "i32";
            case "u64", "s64", "b64" -> "i64";
            default -> type;
        };
    }

    private static String last(String mnemonic) {
        return mnemonic.substring(mnemonic.lastIndexOf('.') + 1);
    }

    /// Forms `mnemonic d, a, b…`; `T` among the kinds stands for that of the last type.
    private void plain(String module, String pattern, String result, String operands, int records) {
        for (var mnemonic : Form.expand(pattern)) {
            var type = kind(last(mnemonic));
            var kinds = operands.replace("T", type);
            int count = kinds.split(",").length;
            var body = new StringBuilder(mnemonic + " %d0");
            for (int i = 0; i < count; i++) {
                body.append(", %").append(Form.LETTERS[i]);
            }
            list.add(
                    Form.of(
                            module,
                            mnemonic,
                            result.replace("T", type),
                            1,
                            kinds,
                            records,
                            body + ";"));
        }
    }

    /// Forms with a body of their own; `@` in it stands for the mnemonic.
    private void made(
            String module,
            String pattern,
            String note,
            String result,
            int count,
            String operands,
            int records,
            String body) {
        for (var mnemonic : Form.expand(pattern)) {
            var type = kind(last(mnemonic));
            list.add(
                    Form.of(
                            module,
                            mnemonic + note,
                            result.replace("T", type),
                            count,
                            operands.replace("T", type),
                            records,
                            body.replace("@", mnemonic)));
        }
    }

    private void integers() {
        var all = "{u16|s16|u32|s32|u64|s64}";
        plain("integer", "{add|sub|min|max}." + all, "T", "T,T", 128);
        plain("integer", "{add|min|max}.{u16x2|s16x2}", "T", "T,T", 128);
        plain("integer", "{min|max}.relu.{s16x2|s32}", "T", "T,T", 128);
        plain("integer", "{add|sub}.sat.s32", "T", "T,T", 128);
        plain("integer", "mul.{lo|hi}." + all, "T", "T,T", 128);
        plain("integer", "mul.wide.{u16|s16}", "i32", "T,T", 128);
        plain("integer", "mul.wide.{u32|s32}", "i64", "T,T", 128);
        plain("integer", "mad.{lo|hi}." + all, "T", "T,T,T", 128);
        plain("integer", "mad.hi.sat.s32", "T", "T,T,T", 128);
        plain("integer", "mad.wide.{u16|s16}", "i32", "T,T,i32", 128);
        plain("integer", "mad.wide.{u32|s32}", "i64", "T,T,i64", 128);
        plain("integer", "mul24.{lo|hi}.{u32|s32}", "T", "T,T", 128);
        plain("integer", "mad24.{lo|hi}.{u32|s32}", "T", "T,T,T", 128);
        plain("integer", "mad24.hi.sat.s32", "T", "T,T,T", 128);
        plain("integer", "sad." + all, "T", "T,T,T", 128);
        for (int bits : new int[] {16, 32, 64}) {
            plain("integer", "{div|rem}.{u|s}" + bits, "T", "T,nz" + bits, 128);
        }
        made(
                "integer",
                "{div|rem}." + all,
                "@zero",
                "T",
                1,
                "T",
                64,
                ".reg .bW %z; xor.bW %z, %a, %a; @ %d0, %a, %z;");
        plain("integer", "{abs|neg}.{s16|s32|s64}", "T", "T", 128);
        plain("integer", "dp4a.{u32|s32}.{u32|s32}", "i32", "i32,i32,i32", 128);
        plain("integer", "dp2a.{lo|hi}.{u32|s32}.{u32|s32}", "i32", "i32,i32,i32", 128);
        list.replaceAll(form ->
                form.body().contains("bW")
                        ? Form.of(
                                form.module(),
                                form.name(),
                                form.result(),
                                1,
                                form.operands().getFirst(),
                                form.records(),
                                form.body().replace("bW", "b" + Operands.width(form.result())))
                        : form);
    }

    private void bits() {
        plain("bits", "{popc|clz}.{b32|b64}", "i32", "T", 128);
        plain("bits", "{bfind|bfind.shiftamt}.{u32|s32|u64|s64}", "i32", "T", 128);
        plain("bits", "brev.{b32|b64}", "T", "T", 128);
        plain("bits", "fns.b32", "T", "i32,lane,offset", 256);
        plain("bits", "bfe.{u32|s32|u64|s64}", "T", "T,amount,amount", 256);
        plain("bits", "bfi.{b32|b64}", "T", "T,T,amount,amount", 256);
        plain("bits", "szext.{wrap|clamp}.{u32|s32}", "T", "T,amount", 256);
        plain("bits", "bmsk.{wrap|clamp}.b32", "T", "amount,amount", 256);
        plain("bits", "{and|or|xor}.{b16|b32|b64}", "T", "T,T", 64);
        plain("bits", "{not|cnot}.{b16|b32|b64}", "T", "T", 64);
        plain("bits", "shf.{l|r}.{wrap|clamp}.b32", "T", "T,T,amount", 256);
        plain("bits", "shl.{b16|b32|b64}", "T", "T,amount", 128);
        plain("bits", "shr.{b16|b32|b64|u16|u32|u64|s16|s32|s64}", "T", "T,amount", 128);
        plain("bits", "prmt.b32", "T", "i32,i32,i32", 256);
        plain("bits", "prmt.b32.{f4e|b4e|rc8|ecl|ecr|rc16}", "i32", "i32,i32,i32", 128);
        for (int table :
                new int[] {
                    0x00, 0xff, 0x80, 0xfe, 0x96, 0xe8, 0xca, 0xac, 0x1b, 0x69, 0x11, 0x42, 0xf0,
                    0xcc, 0xaa, 0x2d
                }) {
            made(
                    "bits",
                    "lop3.b32",
                    "@0x%02x".formatted(table),
                    "i32",
                    1,
                    "i32,i32,i32",
                    64,
                    "@ %d0, %a, %b, %c, " + table + ";");
        }
        made("bits", "{and|or|xor}.pred", "", "pred", 1, "pred,pred", 32, "@ %d0, %a, %b;");
        made("bits", "not.pred", "", "pred", 1, "pred", 32, "@ %d0, %a;");
    }

    private void carries() {
        for (var t : List.of("u32", "s32", "u64", "s64")) {
            var k = kind(t);
            list.add(
                    Form.of(
                            "integer",
                            "add.cc+addc.cc+addc." + t,
                            k,
                            3,
                            k + "," + k + "," + k + "," + k,
                            128,
                            "add.cc.%1$s %%d0, %%a, %%b; addc.cc.%1$s %%d1, %%c, %%e; addc.%1$s %%d2, %%a, %%e;"
                                    .formatted(t)));
            list.add(
                    Form.of(
                            "integer",
                            "sub.cc+subc.cc+subc." + t,
                            k,
                            3,
                            k + "," + k + "," + k + "," + k,
                            128,
                            "sub.cc.%1$s %%d0, %%a, %%b; subc.cc.%1$s %%d1, %%c, %%e; subc.%1$s %%d2, %%a, %%e;"
                                    .formatted(t)));
            for (var part : List.of("lo", "hi")) {
                list.add(
                        Form.of(
                                "integer",
                                "mad.%1$s.cc+madc.%1$s.cc+madc.%1$s.%2$s".formatted(part, t),
                                k,
                                3,
                                k + "," + k + "," + k + "," + k,
                                128,
                                "mad.%2$s.cc.%1$s %%d0, %%a, %%b, %%c; madc.%2$s.cc.%1$s %%d1, %%c, %%e, %%b; madc.%2$s.%1$s %%d2, %%a, %%e, %%c;"
                                        .formatted(t, part)));
            }
            list.add(
                    Form.of(
                            "integer",
                            "add.cc+madc.hi+subc." + t,
                            k,
                            3,
                            k + "," + k + "," + k + "," + k,
                            128,
                            "add.cc.%1$s %%d0, %%a, %%b; madc.hi.cc.%1$s %%d1, %%a, %%b, %%c; subc.%1$s %%d2, %%c, %%e;"
                                    .formatted(t)));
        }
    }

    private void floats() {
        var round = "{|.rn|.rz|.rm|.rp}";
        var rounded = "{.rn|.rz|.rm|.rp}";
        plain("single", "{add|sub|mul}" + round + "{|.ftz}{|.sat}.f32", "T", "T,T", 256);
        plain("single", "{fma|mad}" + rounded + "{|.ftz}{|.sat}.f32", "T", "T,T,T", 512);
        plain("double", "{add|sub|mul}" + round + ".f64", "T", "T,T", 256);
        plain("double", "{fma|mad}" + rounded + ".f64", "T", "T,T,T", 512);
        plain("single", "{add|sub|mul}" + rounded + "{|.ftz}.f32x2", "T", "T,T", 64);
        plain("single", "div" + rounded + "{|.ftz}.f32", "T", "T,T", 512);
        plain("single", "{rcp|sqrt}" + rounded + "{|.ftz}.f32", "T", "T", 512);
        plain("double", "div" + rounded + ".f64", "T", "T,T", 512);
        plain("double", "{rcp|sqrt}" + rounded + ".f64", "T", "T", 512);
        plain("double", "{rcp|rsqrt}.approx.ftz.f64", "T", "T", 1024);
        plain("double", "rsqrt.approx.f64", "T", "T", 1024);
        plain("single", "div.{approx|full}{|.ftz}.f32", "T", "T,T", MANY);
        plain("single", "{rcp|sqrt|rsqrt|lg2|ex2|sin|cos}.approx{|.ftz}.f32", "T", "angle", MANY);
        plain("single", "tanh.approx.f32", "T", "angle", MANY);
        plain("single", "{neg|abs}{|.ftz}.f32", "T", "T", 256);
        plain("double", "{neg|abs}.f64", "T", "T", 256);
        plain("single", "copysign.{f32|f64}", "T", "T,T", 128);
        plain(
                "single",
                "testp.{finite|infinite|number|notanumber|normal|subnormal}.{f32|f64}",
                "pred",
                "T",
                256);
        plain("single", "{min|max}{|.ftz}{|.NaN}{|.xorsign.abs}.f32", "T", "T,T", 256);
        made(
                "single",
                "{min|max}{|.ftz}{|.NaN}{|.xorsign.abs}.f32",
                "@three",
                "T",
                1,
                "T,T,T",
                64,
                "@ %d0, %a, %b, %c;");
        plain("double", "{min|max}.f64", "T", "T,T", 256);
    }

    private void halves() {
        plain("half", "{add|sub|mul}{|.rn}{|.ftz}{|.sat}.{f16|f16x2}", "T", "T,T", 256);
        plain("half", "{add|sub|mul}{|.rn}.{bf16|bf16x2}", "T", "T,T", 256);
        plain("half", "fma.rn{|.ftz}{|.sat|.relu}.{f16|f16x2}", "T", "T,T,T", 512);
        plain("half", "fma.rn{|.relu}.{bf16|bf16x2}", "T", "T,T,T", 512);
        plain("half", "{neg|abs}{|.ftz}.{f16|f16x2}", "T", "T", 256);
        plain("half", "{neg|abs}.{bf16|bf16x2}", "T", "T", 256);
        plain("half", "{min|max}{|.ftz}{|.NaN}{|.xorsign.abs}.{f16|f16x2}", "T", "T,T", 256);
        plain("half", "{min|max}{|.NaN}{|.xorsign.abs}.{bf16|bf16x2}", "T", "T,T", 256);
        plain("half", "{ex2|tanh}.approx.{f16|f16x2}", "T", "T", 1024);
        plain("half", "{ex2.approx.ftz|tanh.approx}.{bf16|bf16x2}", "T", "T", 1024);
    }

    private void comparisons() {
        var signed = "{eq|ne|lt|le|gt|ge}";
        var real = "{eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan}";
        plain("compare", "setp." + signed + ".{s16|s32|s64|u16|u32|u64}", "pred", "T,T", 128);
        plain("compare", "setp.{lo|ls|hi|hs}.{u16|u32|u64}", "pred", "T,T", 128);
        plain("compare", "setp.{eq|ne}.{b16|b32|b64}", "pred", "T,T", 128);
        plain("compare", "setp." + real + "{|.ftz}.f32", "pred", "T,T", 256);
        plain("compare", "setp." + real + ".{f64|bf16}", "pred", "T,T", 256);
        plain("compare", "setp." + real + "{|.ftz}.f16", "pred", "T,T", 256);
        made(
                "compare",
                "setp." + real + ".{f16x2|bf16x2}",
                "",
                "pred",
                2,
                "T,T",
                256,
                "@ %d0|%d1, %a, %b;");
        made(
                "compare",
                "setp.{lt|ne|gtu|nan}.{and|or|xor}.f32",
                "",
                "pred",
                2,
                "T,T,pred",
                256,
                "@ %d0|%d1, %a, %b, %c;");
        made(
                "compare",
                "setp.{lt|ne}.{and|or|xor}.{s32|u64}",
                "@not",
                "pred",
                2,
                "T,T,pred",
                128,
                "@ %d0|%d1, %a, %b, !%c;");
        plain(
                "compare",
                "set." + signed + ".{u32|s32}.{s32|u32|s64|u64|s16|u16}",
                "i32",
                "T,T",
                64);
        plain("compare", "set.{lo|hs}.{u32|s32}.{u32|u64}", "i32", "T,T", 64);
        plain("compare", "set." + signed + ".f32.{s32|u64}", "f32", "T,T", 64);
        plain("compare", "set." + real + ".{u32|s32}.{f32|f64}", "i32", "T,T", 96);
        plain("compare", "set." + real + "{|.ftz}.f32.f32", "f32", "T,T", 128);
        plain("compare", "set." + real + "{|.ftz}.f16.f16", "f16", "T,T", 128);
        plain("compare", "set." + real + "{|.ftz}.f16x2.f16x2", "f16x2", "T,T", 128);
        plain("compare", "set." + real + ".bf16.bf16", "bf16", "T,T", 128);
        plain("compare", "set." + real + ".bf16x2.bf16x2", "bf16x2", "T,T", 128);
        plain("compare", "set.{lt|neu}.{u32|s32}.{f16|bf16}", "i32", "T,T", 128);
        plain("compare", "set.{lt|neu}.{u16|s16}.{f16|bf16}", "i16", "T,T", 128);
        plain("compare", "set.{lt|neu}.u32.{f16x2|bf16x2}", "i32", "T,T", 128);
        plain("compare", "set.{lt|nan}.{and|or|xor}.u32.f32", "i32", "T,T,pred", 128);
        plain("compare", "selp.{b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64}", "T", "T,T,pred", 64);
        for (var type :
                List.of(
                        "b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32",
                        "f64")) {
            var k = kind(type);
            list.add(
                    Form.of(
                            "compare",
                            "slct." + type + ".s32",
                            k,
                            1,
                            k + "," + k + ",i32",
                            64,
                            "slct." + type + ".s32 %d0, %a, %b, %c;"));
            for (var ftz : List.of("", ".ftz")) {
                list.add(
                        Form.of(
                                "compare",
                                "slct" + ftz + "." + type + ".f32",
                                k,
                                1,
                                k + "," + k + ",f32",
                                256,
                                "slct" + ftz + "." + type + ".f32 %d0, %a, %b, %c;"));
            }
        }
    }

    /// Operand and result registers of `cvt` for a type: 8-bit integers are in 32-bit registers.
    private static String wide(String type) {
        return type.equals("u8") || type.equals("s8") ? "i32" : kind(type);
    }

    private void convert(String modifiers, String to, String from, int records) {
        for (var m : Form.expand(modifiers)) {
            var name = "cvt" + m + "." + to + "." + from;
            list.add(
                    Form.of("convert", name, wide(to), 1, wide(from), records, name + " %d0, %a;"));
        }
    }

    private void conversions() {
        var integers = List.of("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64");
        var reals = List.of("f16", "bf16", "f32", "f64");
        for (var to : integers) {
            for (var from : integers) {
                convert("{|.sat}", to, from, 64);
            }
            for (var from : reals) {
                convert(
                        "{.rni|.rzi|.rmi|.rpi}" + (from.equals("f32") ? "{|.ftz}" : "") + "{|.sat}",
                        to,
                        from,
                        256);
            }
        }
        for (var to : reals) {
            for (var from : integers) {
                convert("{.rn|.rz|.rm|.rp}" + (to.equals("bf16") ? "" : "{|.sat}"), to, from, 128);
            }
            for (var from : reals) {
                var ftz = to.equals("f32") || from.equals("f32") ? "{|.ftz}" : "";
                convert("{|.rn|.rz|.rm|.rp|.rni|.rzi|.rmi|.rpi}" + ftz + "{|.sat}", to, from, 256);
                convert("{.rn|.rz}{.relu|.satfinite|.relu.satfinite}", to, from, 256);
            }
        }
        convert("{.rna|.rn|.rz}{|.satfinite}{|.relu}", "tf32", "f32", 512);
        convert("{.rn|.rz}.relu.satfinite", "tf32", "f32", 512);
        for (var m : Form.expand("cvt{.rn|.rz}{|.relu}{|.satfinite}.{f16x2|bf16x2}.f32")) {
            list.add(Form.of("convert", m, "i32", 1, "f32,f32", 256, m + " %d0, %a, %b;"));
        }
        for (var m : Form.expand("cvt.rn.satfinite{|.relu}.{e4m3x2|e5m2x2}.f32")) {
            list.add(Form.of("convert", m, "i16", 1, "f32,f32", 512, m + " %d0, %a, %b;"));
        }
        for (var m : Form.expand("cvt.rn.satfinite{|.relu}.{e4m3x2|e5m2x2}.f16x2")) {
            list.add(Form.of("convert", m, "i16", 1, "f16x2", 512, m + " %d0, %a;"));
        }
        for (var m : Form.expand("cvt.rn{|.relu}.f16x2.{e4m3x2|e5m2x2}")) {
            list.add(Form.of("convert", m, "f16x2", 1, last(m), 256, m + " %d0, %a;"));
        }
        for (var m : Form.expand("cvt.pack.sat.{u16|s16}.s32")) {
            list.add(Form.of("convert", m, "i32", 1, "i32,i32", 128, m + " %d0, %a, %b;"));
        }
        for (var m : Form.expand("cvt.pack.sat.{u8|s8|u4|s4|u2|s2}.s32.b32")) {
            list.add(Form.of("convert", m, "i32", 1, "i32,i32,i32", 128, m + " %d0, %a, %b, %c;"));
        }
    }

    private void video() {
        for (var op : List.of("vadd", "vsub", "vabsdiff", "vmin", "vmax")) {
            for (var types : Form.expand(".{u32|s32}.{u32|s32}.{u32|s32}{|.sat}")) {
                scalarVideo(op + types);
            }
        }
        for (var types : Form.expand("{vshl|vshr}.{u32|s32}.{u32|s32}.u32{|.sat}{.clamp|.wrap}")) {
            scalarVideo(types);
        }
        for (var types : Form.expand("vset.{u32|s32}.{u32|s32}.{eq|ne|lt|le|gt|ge}")) {
            scalarVideo(types);
        }
        for (var m : Form.expand("vmad.{u32|s32}.{u32|s32}.{u32|s32}{|.sat}{|.shr7|.shr15}")) {
            for (var signs : Form.expand("{|-}%a{|.b1}, {|-}%b, {|-}%c")) {
                list.add(
                        Form.of(
                                "vmad",
                                m + "(" + signs.replace("%", "").replace(" ", "") + ")",
                                "i32",
                                1,
                                "i32,i32,i32",
                                32,
                                m + " %d0, " + signs + ";"));
            }
            var po = m.replaceFirst("(\\.sat)?(\\.shr\\d+)?$", ".po$1$2");
            for (var parts : Form.expand("%a{|.b3}, %b{|.h1}, %c")) {
                list.add(
                        Form.of(
                                "vmad",
                                po + "(" + parts.replace("%", "").replace(" ", "") + ")",
                                "i32",
                                1,
                                "i32,i32,i32",
                                32,
                                po + " %d0, " + parts + ";"));
            }
        }
        packedVideo("2", "vavrg2|", ".h1", ".h30", ".h12");
        packedVideo("4", "vavrg4|", ".b20", ".b7531", ".b0246");
    }

    private void scalarVideo(String m) {
        var parts = List.of("%d0, %a, %b", "%d0, %a.h1, %b.b3", "%d0, %a.b0, %b.h0");
        for (var each : parts) {
            video(m, each);
        }
        for (var each :
                List.of("%d0.h1, %a, %b, %c", "%d0.b2, %a.b1, %b, %c", "%d0.b0, %a, %b.h1, %c")) {
            video(m, each);
        }
        for (var second : List.of("add", "min", "max")) {
            video(m + "." + second, "%d0, %a, %b, %c");
        }
    }

    private void video(String m, String operands) {
        var note = operands.replace("%d0", "d").replace("%", "").replace(" ", "");
        list.add(
                Form.of(
                        "video",
                        m + "(" + note + ")",
                        "i32",
                        1,
                        "i32,i32,i32",
                        32,
                        m + " " + operands + ";"));
    }

    private void packedVideo(String n, String average, String mask, String left, String right) {
        for (var m :
                Form.expand(
                        "{vadd|vsub|vabsdiff|vmin|vmax|vavrg}"
                                + n
                                + ".{u32|s32}.{u32|s32}.{u32|s32}{|.sat|.add}")) {
            packed(m, mask, left, right);
        }
        for (var m : Form.expand("vset" + n + ".{u32|s32}.{u32|s32}.{eq|ne|lt|le|gt|ge}{|.add}")) {
            packed(m, mask, left, right);
        }
    }

    private void packed(String m, String mask, String left, String right) {
        video(m, "%d0, %a, %b, %c");
        video(m, "%d0" + mask + ", %a" + left + ", %b" + right + ", %c");
    }

    private void collectives() {
        made(
                "warp",
                "shfl.sync.{up|down|bfly|idx}.b32",
                "",
                "i32",
                2,
                "i32,amount",
                64,
                ".reg .b32 %m; @ %d0|%p1, %a, %b, CLAMP, 0xffffffff; selp.u32 %d1, 1, 0, %p1;");
        list.replaceAll(form ->
                form.body().contains("CLAMP")
                        ? Form.of(
                                "warp",
                                form.name(),
                                "i32",
                                2,
                                "i32,amount",
                                64,
                                form.body()
                                        .replace("CLAMP", form.name().contains("up") ? "0" : "31"))
                        : form);
        for (var c :
                List.of("0x1c1f", "0x181f", "0x100f", "0x1e01", "0x0007", "0x1803", "0x1f1f")) {
            made(
                    "warp",
                    "shfl.sync.{up|down|bfly|idx}.b32",
                    "@c" + c,
                    "i32",
                    2,
                    "i32,lane",
                    64,
                    "@ %d0|%p1, %a, %b, " + c + ", 0xffffffff; selp.u32 %d1, 1, 0, %p1;");
        }
        made(
                "warp",
                "shfl.sync.{up|down|bfly|idx}.b32",
                "@c",
                "i32",
                2,
                "i32,lane,i32",
                64,
                "@ %d0|%p1, %a, %b, %c, 0xffffffff; selp.u32 %d1, 1, 0, %p1;");
        made(
                "warp",
                "vote.sync.{all|any|uni}.pred",
                "",
                "pred",
                1,
                "pred",
                64,
                "@ %d0, %a, 0xffffffff;");
        made(
                "warp",
                "vote.sync.{all|any|uni}.pred",
                "@true",
                "pred",
                1,
                "i32",
                64,
                "setp.eq.b32 %p1, %a, %a; @ %d0, %p1, 0xffffffff;");
        made(
                "warp",
                "vote.sync.{all|any|uni}.pred",
                "@not",
                "pred",
                1,
                "i32",
                64,
                "setp.eq.b32 %p1, %a, %a; @ %d0, !%p1, 0xffffffff;");
        made("warp", "vote.sync.ballot.b32", "", "i32", 1, "pred", 64, "@ %d0, %a, 0xffffffff;");
        made("warp", "match.any.sync.b32", "", "i32", 1, "few", 64, "@ %d0, %a, 0xffffffff;");
        made(
                "warp",
                "match.any.sync.b64",
                "",
                "i32",
                1,
                "few",
                64,
                ".reg .b64 %l; mov.b64 %l, {%t0, %a}; @ %d0, %l, 0xffffffff;");
        made(
                "warp",
                "match.all.sync.b32",
                "",
                "i32",
                2,
                "few",
                64,
                "@ %d0|%p1, %a, 0xffffffff; selp.u32 %d1, 1, 0, %p1;");
        made(
                "warp",
                "match.all.sync.b32",
                "@same",
                "i32",
                2,
                "few",
                64,
                "@ %d0|%p1, %t0, 0xffffffff; selp.u32 %d1, 1, 0, %p1;");
        made(
                "warp",
                "match.all.sync.b64",
                "@same",
                "i32",
                2,
                "few",
                64,
                ".reg .b64 %l; mov.b64 %l, {%t0, %t0}; @ %d0|%p1, %l, 0xffffffff; selp.u32 %d1, 1, 0, %p1;");
        made(
                "warp",
                "redux.sync.{add|min|max}.{u32|s32}",
                "",
                "i32",
                1,
                "i32",
                128,
                "@ %d0, %a, 0xffffffff;");
        made(
                "warp",
                "redux.sync.{and|or|xor}.b32",
                "",
                "i32",
                1,
                "i32",
                128,
                "@ %d0, %a, 0xffffffff;");
        made(
                "warp",
                "redux.sync.{min|max}{|.abs}{|.NaN}.f32",
                "",
                "f32",
                1,
                "f32",
                64,
                "@ %d0, %a, 0xffffffff;");
        made("warp", "activemask.b32", "", "i32", 1, "i32", 64, "@ %d0;");
        made(
                "warp",
                "barrier.sync.red",
                "",
                "i32",
                3,
                "pred",
                64,
                "barrier.cta.red.popc.aligned.u32 %d0, 0, %a; barrier.cta.red.and.aligned.pred %p1, 0, %a; barrier.cta.red.or.aligned.pred %p2, 0, %a; selp.u32 %d1, 1, 0, %p1; selp.u32 %d2, 1, 0, %p2;");
        for (var r :
                List.of(
                        "%tid.x",
                        "%tid.y",
                        "%ntid.x",
                        "%ntid.z",
                        "%ctaid.x",
                        "%nctaid.x",
                        "%nctaid.y",
                        "%laneid",
                        "%lanemask_eq",
                        "%lanemask_le",
                        "%lanemask_lt",
                        "%lanemask_ge",
                        "%lanemask_gt",
                        "%clusterid.x",
                        "%nclusterid.x",
                        "%cluster_ctaid.x",
                        "%cluster_nctaid.x",
                        "%cluster_ctarank",
                        "%cluster_nctarank",
                        "%nwarpid",
                        "%dynamic_smem_size",
                        "%total_smem_size",
                        "%aggr_smem_size",
                        "%nsmid",
                        "%warpid",
                        "%envreg0",
                        "WARP_SZ")) {
            list.add(
                    Form.of(
                            "warp",
                            "mov.u32(" + r.replace("%", "") + ")",
                            "i32",
                            1,
                            "i32",
                            64,
                            "mov.u32 %d0, " + r + ";"));
        }
    }

    private void atomics() {
        for (var m :
                Form.expand(
                        "{atom|red}.{global|shared|generic}.{add|min|max|and|or|xor|exch|inc|dec|cas}{.u32|.s32|.b32|.u64|.s64|.b64|.f32|.f64|.b16}")) {
            atomic(m.replace(".generic", ""));
        }
        for (var m :
                Form.expand(
                        "{atom|red}.{global|shared}.{add|min|max}.noftz{.f16|.f16x2|.bf16|.bf16x2}")) {
            atomic(m);
        }
        for (var m :
                Form.expand(
                        "red.{global|shared}.{add.u32|add.s32|min.u32|max.u32|min.s32|max.s32|and.b32|or.b32|xor.b32|inc.u32|dec.u32}")) {
            var at = m.contains("shared") ? "%x1" : "%x2";
            list.add(
                    Form.of(
                            "atomic",
                            m + "@oneword",
                            "i32",
                            1,
                            "i32",
                            32,
                            "mov.u64 %x1, s; ld.param.u64 %x2, [out]; shfl.sync.idx.b32 %t6, %a, 0, 31, 0xffffffff; "
                                    + "setp.eq.u32 %p1, %t2, 0; @%p1 st.ST.b32 [AT], %t6; bar.sync 0; INS [AT], %b; bar.sync 0; ld.volatile.ST.b32 %d0, [AT]; bar.sync 0; st.global.b32 [%o], %d0;"
                                            .replace(
                                                    "ST",
                                                    m.contains("shared") ? "shared" : "global")
                                            .replace("AT", at)
                                            .replace("INS", m)
                                            .replace(
                                                    "%b",
                                                    m.contains("inc") || m.contains("dec")
                                                            ? "5"
                                                            : "%a")));
        }
    }

    /// Old and new value of a word that only this thread accesses.
    private void atomic(String m) {
        var type = kind(last(m));
        int bytes = Operands.width(type) / 8;
        boolean shared = m.contains(".shared");
        boolean returns = m.startsWith("atom");
        boolean compares = m.contains(".cas");
        var space = shared ? "shared" : "global";
        var place =
                shared
                        ? "mov.u64 %x1, s; mad.wide.u32 %x1, %t2, " + bytes + ", %x1; "
                        : "add.u64 %x1, %o, " + bytes + "; ";
        var body =
                place
                        + "st.%s.b%d [%%x1], %%a; ".formatted(space, 8 * bytes)
                        + (compares
                                ? "setp.lt.s32 %p1, %t2, 40; @%p1 mov.b" + 8 * bytes + " %b, %a; "
                                : "")
                        + (returns
                                ? m + " %d0, [%x1], %b"
                                : m + " [%x1], %b; mov.b" + 8 * bytes + " %d0, %a")
                        + (compares ? ", %c; " : "; ")
                        + "ld.volatile.%s.b%d %%d1, [%%x1]; st.global.b%d [%%o], %%d0; st.global.b%d [%%o+%d], %%d1;"
                                .formatted(space, 8 * bytes, 8 * bytes, 8 * bytes, bytes);
        list.add(Form.of("atomic", m, type, 2, type + "," + type + "," + type, 64, body));
    }

    private void other() {
        made(
                "other",
                "isspacep.{global|shared|local|const}",
                "@global",
                "pred",
                1,
                "i32",
                32,
                "@ %d0, %i;");
        made(
                "other",
                "isspacep.{global|shared|local|const}",
                "@shared",
                "pred",
                1,
                "i32",
                32,
                "mov.u64 %x1, s; cvta.shared.u64 %x2, %x1; @ %d0, %x2;");
        made(
                "other",
                "isspacep.{global|shared|local|const}",
                "@const",
                "pred",
                1,
                "i32",
                32,
                "mov.u64 %x1, k; cvta.const.u64 %x2, %x1; @ %d0, %x2;");
        made(
                "other",
                "isspacep.{global|shared|local|const}",
                "@local",
                "pred",
                1,
                "i32",
                32,
                ".local .align 8 .b8 own[16]; mov.u64 %x1, own; cvta.local.u64 %x2, %x1; @ %d0, %x2;");
        made(
                "other",
                "isspacep.{global|shared|local|const}",
                "@zero",
                "pred",
                1,
                "i32",
                32,
                "mov.u64 %x2, 0; @ %d0, %x2;");
        list.add(
                Form.of(
                        "other",
                        "cvta.shared+cvta.to.shared",
                        "i64",
                        1,
                        "i64",
                        32,
                        "mov.u64 %x1, s; cvta.shared.u64 %x2, %x1; cvta.to.shared.u64 %x3, %x2; sub.u64 %d0, %x3, %x1;"));
        list.add(
                Form.of(
                        "other",
                        "cvta.global+cvta.to.global",
                        "i64",
                        1,
                        "i64",
                        32,
                        "cvta.to.global.u64 %x1, %i; cvta.global.u64 %x2, %x1; sub.u64 %d0, %x2, %i;"));
        list.add(
                Form.of(
                        "other",
                        "mov.b32{16,16}",
                        "i32",
                        1,
                        "i16,i16",
                        32,
                        "mov.b32 %d0, {%a, %b};"));
        list.add(
                Form.of(
                        "other",
                        "mov.b64{32,32}",
                        "i64",
                        1,
                        "i32,i32",
                        32,
                        "mov.b64 %d0, {%a, %b};"));
        list.add(
                Form.of(
                        "other",
                        "mov.b64{16,16,16,16}",
                        "i64",
                        1,
                        "i16,i16,i16,i16",
                        32,
                        "mov.b64 %d0, {%a, %b, %c, %e};"));
        list.add(
                Form.of("other", "{16,16}mov.b32", "i16", 2, "i32", 32, "mov.b32 {%d0, %d1}, %a;"));
        list.add(
                Form.of("other", "{32,32}mov.b64", "i32", 2, "i64", 32, "mov.b64 {%d0, %d1}, %a;"));
        list.add(
                Form.of(
                        "other",
                        "{16,16,16,16}mov.b64",
                        "i16",
                        4,
                        "i64",
                        32,
                        "mov.b64 {%d0, %d1, %d2, %d3}, %a;"));
        list.add(
                Form.of(
                        "other",
                        "ld.s8",
                        "i32",
                        2,
                        "i32",
                        64,
                        "ld.global.s8 %d0, [%i+1]; ld.global.u8 %d1, [%i+1];"));
        list.add(
                Form.of(
                        "other",
                        "ld.s16",
                        "i32",
                        2,
                        "i32",
                        64,
                        "ld.global.s16 %d0, [%i+2]; ld.global.u16 %d1, [%i+2];"));
    }
}
