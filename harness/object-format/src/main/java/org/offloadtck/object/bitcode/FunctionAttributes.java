package org.offloadtck.object.bitcode;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The processors that the attribute groups of a module name.
///
/// A string attribute is the number 4, its key, a NUL, its value and a NUL, one operand for each
/// character. Source: LLVM 16, docs/BitCodeFormat.rst, "PARAMATTR_GRP_CODE_ENTRY Record".
final class FunctionAttributes implements BitstreamBlock.Visitor {

    private static final int GROUP = 3;

    private static final Pattern PROCESSOR = Pattern.compile("\4target-cpu\0([^\0]*)\0");

    private final Set<String> processors = new LinkedHashSet<>();

    List<String> processors() {
        return List.copyOf(processors);
    }

    @Override
    public void record(BitstreamRecord record) {
        if (record.code() == GROUP) {
            var matcher = PROCESSOR.matcher(record.text(0));
            while (matcher.find()) {
                processors.add(matcher.group(1));
            }
        }
    }
}
