package org.offloadtck.engine.forms;

import java.util.List;

/// Forms of arithmetic, comparisons and conversions of numbers.
final class NumberForms extends FormList {

    NumberForms() {
        integers();
        bits();
        carries();
        floats();
        halves();
        comparisons();
        conversions();
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
        replaceAll(form ->
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
            add(
                    Form.of(
                            "integer",
                            "add.cc+addc.cc+addc." + t,
                            k,
                            3,
                            k + "," + k + "," + k + "," + k,
                            128,
                            "add.cc.%1$s %%d0, %%a, %%b; addc.cc.%1$s %%d1, %%c, %%e; addc.%1$s %%d2, %%a, %%e;"
                                    .formatted(t)));
            add(
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
                add(
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
            add(
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
            add(
                    Form.of(
                            "compare",
                            "slct." + type + ".s32",
                            k,
                            1,
                            k + "," + k + ",i32",
                            64,
                            "slct." + type + ".s32 %d0, %a, %b, %c;"));
            for (var ftz : List.of("", ".ftz")) {
                add(
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
            add(Form.of("convert", name, wide(to), 1, wide(from), records, name + " %d0, %a;"));
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
            add(Form.of("convert", m, "i32", 1, "f32,f32", 256, m + " %d0, %a, %b;"));
        }
        for (var m : Form.expand("cvt.rn.satfinite{|.relu}.{e4m3x2|e5m2x2}.f32")) {
            add(Form.of("convert", m, "i16", 1, "f32,f32", 512, m + " %d0, %a, %b;"));
        }
        for (var m : Form.expand("cvt.rn.satfinite{|.relu}.{e4m3x2|e5m2x2}.f16x2")) {
            add(Form.of("convert", m, "i16", 1, "f16x2", 512, m + " %d0, %a;"));
        }
        for (var m : Form.expand("cvt.rn{|.relu}.f16x2.{e4m3x2|e5m2x2}")) {
            add(Form.of("convert", m, "f16x2", 1, last(m), 256, m + " %d0, %a;"));
        }
        for (var m : Form.expand("cvt.pack.sat.{u16|s16}.s32")) {
            add(Form.of("convert", m, "i32", 1, "i32,i32", 128, m + " %d0, %a, %b;"));
        }
        for (var m : Form.expand("cvt.pack.sat.{u8|s8|u4|s4|u2|s2}.s32.b32")) {
            add(Form.of("convert", m, "i32", 1, "i32,i32,i32", 128, m + " %d0, %a, %b, %c;"));
        }
    }
}
