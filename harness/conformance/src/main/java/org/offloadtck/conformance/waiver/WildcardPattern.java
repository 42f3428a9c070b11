package org.offloadtck.conformance.waiver;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A text in which `*` stands for any text, and every other character for itself.
record WildcardPattern(String text) {

    boolean matches(String whole) {
        var pattern =
                Arrays.stream(text.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        return Pattern.compile(pattern, Pattern.DOTALL).matcher(whole).matches();
    }
}
