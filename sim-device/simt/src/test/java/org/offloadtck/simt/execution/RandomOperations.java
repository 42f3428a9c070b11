package org.offloadtck.simt.execution;

import java.util.Random;

/// Random instructions that compute registers and predicates of [Machine#kernel] from others.
final class RandomOperations {

    private final Random random;

    RandomOperations(Random random) {
        this.random = random;
    }

    String pick(String... from) {
        return from[random.nextInt(from.length)];
    }

    int number() {
        return random.nextInt(-9, 1 << random.nextInt(4, 31));
    }

    String r() {
        return "%r" + random.nextInt(1, 10);
    }

    String rOrNumber() {
        return random.nextInt(3) == 0 ? String.valueOf(number()) : r();
    }

    String f() {
        return "%f" + random.nextInt(1, 10);
    }

    String p() {
        return "%p" + random.nextInt(1, 10);
    }

    String integer() {
        String two = " %s, %s, %s".formatted(r(), r(), rOrNumber());
        String three = two + ", " + r();
        return switch (random.nextInt(6)) {
            case 5 ->
                    pick("add.u16x2", "min.s16x2", "max.u16x2", "max.relu.s16x2")
                            + " %s, %s, %s".formatted(r(), r(), r());
            case 0 ->
                    pick("add.u32", "sub.u32", "mul.lo.s32", "and.b32", "or.b32", "xor.b32") + two;
            case 1 ->
                    pick("min.s32", "max.u32", "shr.u32", "shr.s32", "shl.b32", "mul.hi.u32") + two;
            case 2 -> pick("mad.lo.u32", "sad.u32", "prmt.b32", "bfe.u32", "bfe.s32") + three;
            case 3 -> pick("div.s32", "rem.u32", "mul24.lo.u32", "max.s32", "min.u32") + two;
            default ->
                    pick(
                                    "popc.b32",
                                    "clz.b32",
                                    "brev.b32",
                                    "neg.s32",
                                    "not.b32",
                                    "mov.u32",
                                    "abs.s32")
                            + " %s, %s".formatted(r(), r());
        };
    }

    String single() {
        String two = " %s, %s, %s".formatted(f(), f(), f());
        return switch (random.nextInt(7)) {
            case 6 ->
                    random.nextBoolean()
                            ? pick("min.xorsign.abs.f32", "max.NaN.f32") + two
                            : pick("min.f32", "max.abs.f32") + two + ", " + f();
            case 0, 1 -> pick("add.f32", "sub.f32", "mul.f32", "min.f32", "max.f32") + two;
            case 2 -> "fma.rn.f32" + two + ", " + f();
            case 3 -> pick("mov.f32", "neg.f32", "abs.f32", "sqrt.rn.f32") + " " + f() + ", " + f();
            case 4 -> "mov.b32 %s, %s".formatted(f(), r());
            default -> "mov.b32 %s, %s".formatted(r(), f());
        };
    }

    String wide() {
        return switch (random.nextInt(7)) {
            case 0 -> "mul.wide.s32 %%rd8, %s, %s".formatted(r(), r());
            case 1 -> "mad.wide.u32 %%rd7, %s, 7, %%rd8".formatted(r());
            case 2 -> pick("add.s64", "mul.lo.u64", "xor.b64", "max.s64") + " %rd7, %rd7, %rd8";
            case 3 -> pick("shl.b64", "shr.u64", "shr.s64") + " %rd8, %rd7, " + rOrNumber();
            case 4 -> pick("add.f64", "mul.f64", "sub.f64") + " %d1, %d2, %d3";
            case 5 -> pick("fma.rn.f64 %d2, %d1, %d3, %d4", "fma.rz.f32x2 %rd7, %rd8, %rd7, %rd8");
            default -> "cvt.u32.u64 %s, %%rd8".formatted(r());
        };
    }

    String predicate() {
        String relation = pick("eq", "ne", "lt", "le", "gt", "ge");
        String floats = pick("equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan", relation);
        return switch (random.nextInt(7)) {
            case 6 ->
                    "testp.%s.f32 %s, %s"
                            .formatted(
                                    pick("finite", "notanumber", "normal", "subnormal"), p(), f());
            case 0, 1 ->
                    "setp.%s.%s %s, %s, %s"
                            .formatted(relation, pick("u32", "s32"), p(), r(), rOrNumber());
            case 2 -> "setp.%s.f32 %s, %s, %s".formatted(floats, p(), f(), f());
            case 3 ->
                    "setp.%s.%s.s32 %s|%s, %s, %s, %s"
                            .formatted(relation, pick("and", "or", "xor"), p(), p(), r(), r(), p());
            case 4 -> "%s.pred %s, %s, %s".formatted(pick("and", "or", "xor"), p(), p(), p());
            default -> "setp.%s.f64 %s, %%d1, %%d2".formatted(floats, p());
        };
    }

    String other() {
        return switch (random.nextInt(7)) {
            case 6 ->
                    "cvt.%s.f32 %s, %s, %s"
                            .formatted(
                                    pick("rn.bf16x2", "rz.relu.f16x2", "rn.satfinite.f16x2"),
                                    r(),
                                    f(),
                                    f());
            case 0 -> "selp.b32 %s, %s, %s, %s".formatted(r(), r(), r(), p());
            case 1 -> "selp.f32 %s, %s, %s, %s".formatted(f(), f(), f(), p());
            case 2 -> "cvt.%s %s, %s".formatted(pick("rni.s32.f32", "rzi.u32.f32"), r(), f());
            case 3 -> "cvt.rn.f32.s32 %s, %s".formatted(f(), r());
            case 4 -> "bfi.b32 %s, %s, %s, %s, %s".formatted(r(), r(), r(), r(), r());
            default -> "set.lt.u32.f32 %s, %s, %s".formatted(r(), f(), f());
        };
    }
}
