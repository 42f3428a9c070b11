package org.offloadtck.engine.forms;

import java.util.List;

/// Forms of the scalar and packed video instructions.
final class VideoForms extends FormList {

    VideoForms() {
        video();
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
                add(
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
                add(
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
        packedVideo("2", ".h1", ".h30", ".h12");
        packedVideo("4", ".b20", ".b7531", ".b0246");
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
        add(
                Form.of(
                        "video",
                        m + "(" + note + ")",
                        "i32",
                        1,
                        "i32,i32,i32",
                        32,
                        m + " " + operands + ";"));
    }

    private void packedVideo(String n, String mask, String left, String right) {
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
}
