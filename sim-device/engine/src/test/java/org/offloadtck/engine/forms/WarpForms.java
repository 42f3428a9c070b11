package org.offloadtck.engine.forms;

import java.util.List;

/// Forms whose lanes work together, of atomics, and of other state than numbers.
final class WarpForms extends FormList {

    WarpForms() {
        collectives();
        atomics();
        other();
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
        replaceAll(form ->
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
            add(
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
            add(
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
        add(Form.of("atomic", m, type, 2, type + "," + type + "," + type, 64, body));
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
        add(
                Form.of(
                        "other",
                        "cvta.shared+cvta.to.shared",
                        "i64",
                        1,
                        "i64",
                        32,
                        "mov.u64 %x1, s; cvta.shared.u64 %x2, %x1; cvta.to.shared.u64 %x3, %x2; sub.u64 %d0, %x3, %x1;"));
        add(
                Form.of(
                        "other",
                        "cvta.global+cvta.to.global",
                        "i64",
                        1,
                        "i64",
                        32,
                        "cvta.to.global.u64 %x1, %i; cvta.global.u64 %x2, %x1; sub.u64 %d0, %x2, %i;"));
        add(Form.of("other", "mov.b32{16,16}", "i32", 1, "i16,i16", 32, "mov.b32 %d0, {%a, %b};"));
        add(Form.of("other", "mov.b64{32,32}", "i64", 1, "i32,i32", 32, "mov.b64 %d0, {%a, %b};"));
        add(
                Form.of(
                        "other",
                        "mov.b64{16,16,16,16}",
                        "i64",
                        1,
                        "i16,i16,i16,i16",
                        32,
                        "mov.b64 %d0, {%a, %b, %c, %e};"));
        add(Form.of("other", "{16,16}mov.b32", "i16", 2, "i32", 32, "mov.b32 {%d0, %d1}, %a;"));
        add(Form.of("other", "{32,32}mov.b64", "i32", 2, "i64", 32, "mov.b64 {%d0, %d1}, %a;"));
        add(
                Form.of(
                        "other",
                        "{16,16,16,16}mov.b64",
                        "i16",
                        4,
                        "i64",
                        32,
                        "mov.b64 {%d0, %d1, %d2, %d3}, %a;"));
        add(
                Form.of(
                        "other",
                        "ld.s8",
                        "i32",
                        2,
                        "i32",
                        64,
                        "ld.global.s8 %d0, [%i+1]; ld.global.u8 %d1, [%i+1];"));
        add(
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
