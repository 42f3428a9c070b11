package org.offloadtck.object.pack;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The argument of `--image=`: keys and values. The packager interprets `file` and `kind`; all
/// others are strings of the image.
///
/// Source: LLVM 15 to 22, `clang/tools/clang-offload-packager/ClangOffloadPackager.cpp`,
/// `getImageArguments`: the value of a repeated key is appended after a comma.
///
/// @param values in the order in which the keys were first given
public record ImageArguments(SequencedMap<String, String> values) {

    private static final String FILE = "file";
    private static final String KIND = "kind";

    public ImageArguments {
        values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
    }

    /// Parses `key=value,key=value`.
    ///
    /// @throws ImageArgumentException if a part has no `=`
    public static ImageArguments parse(String text) {
        var values = new LinkedHashMap<String, String>();
        for (var part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals <= 0) {
                throw new ImageArgumentException(
                        "--image=%s: '%s' is no key and value when it should be key=value"
                                .formatted(text, part));
            }
            values.merge(
                    part.substring(0, equals),
                    part.substring(equals + 1),
                    (before, added) -> before + "," + added);
        }
        return new ImageArguments(values);
    }

    /// The values of `file`; empty without this key.
    public List<String> files() {
        return value(FILE).map(files -> List.of(files.split(",", -1))).orElse(List.of());
    }

    public Optional<String> kind() {
        return value(KIND);
    }

    public Optional<String> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /// The strings of the image: every key except `file` and `kind`.
    SequencedMap<String, String> strings() {
        var strings = new LinkedHashMap<>(values);
        strings.remove(FILE);
        strings.remove(KIND);
        return strings;
    }
}
