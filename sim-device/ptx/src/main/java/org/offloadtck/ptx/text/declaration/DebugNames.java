package org.offloadtck.ptx.text.declaration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.offloadtck.object.ptx.PtxText;

/// The names that `.loc` refers to by number or label, and that a text may define after their use:
/// files in `.file`, functions in the section `.debug_str` (PTX ISA §11.5).
///
/// They are searched for in the whole text with patterns for one line: compilers put each on its
/// own line. They are searched for on first use, since most texts need none.
///
/// Thread-safe: its monitor guards what was found.
final class DebugNames {

    /// The name of the section, which is also the label of its first byte.
    static final String SECTION = ".debug_str";

    private static final Pattern FILE =
            Pattern.compile(
                    "^[ \\t]*\\.file[ \\t]+(\\d{1,9})[ \\t]+\"([^\"\\n]*)\"", Pattern.MULTILINE);

    private static final Pattern STRINGS =
            Pattern.compile(
                    "^[ \\t]*\\.section[ \\t]+\\.debug_str\\s*\\{([^}]*)}", Pattern.MULTILINE);

    /// A label, or a byte.
    private static final Pattern ITEM =
            Pattern.compile("([\\w$]+):|\\b(\\d{1,3})\\b|//[^\\n]*|\\.b8");

    private final PtxText text;
    private final Map<Long, String> files = new HashMap<>();
    private final Map<String, Integer> labels = new HashMap<>();
    private final ByteArrayOutputStream strings = new ByteArrayOutputStream();

    DebugNames(PtxText text) {
        this.text = text;
    }

    private void search() {
        if (!labels.isEmpty()) {
            return;
        }
        labels.put(SECTION, 0);
        var file = FILE.matcher(text.characters());
        while (file.find()) {
            files.put(Long.valueOf(file.group(1)), file.group(2));
        }
        var section = STRINGS.matcher(text.characters());
        while (section.find()) {
            strings(section.group(1));
        }
    }

    private void strings(String section) {
        var item = ITEM.matcher(section);
        while (item.find()) {
            if (item.start(1) >= 0) {
                labels.put(item.group(1), strings.size());
            } else if (item.start(2) >= 0) {
                strings.write(Integer.parseInt(item.group(2)));
            }
        }
    }

    /// The name of a file; its number if there is no `.file`.
    synchronized String file(long number) {
        search();
        return files.getOrDefault(number, Long.toString(number));
    }

    /// The string `offset` bytes after a label, up to its zero byte; the label if there is no such
    /// string.
    synchronized String string(String label, long offset) {
        search();
        long start = labels.getOrDefault(label, strings.size()) + offset;
        if (start >= strings.size()) {
            return label;
        }
        String rest = strings.toString(UTF_8).substring((int) start);
        int end = rest.indexOf('\0');
        return end < 0 ? rest : rest.substring(0, end);
    }
}
