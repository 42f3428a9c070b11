package org.offloadtck.object.offload.abi;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;

class SourceLocationProperties {

    @Property(seed = "20261121")
    void readsWhatItFormats(
            @ForAll @AlphaChars @Chars({';', '/', ' ', '.'}) String file,
            @ForAll @AlphaChars String function,
            @ForAll @IntRange(max = 999_999_999) int line,
            @ForAll @IntRange(max = 999_999_999) int column) {
        var location = new SourceLocation(file, function, line, column);

        assertThat(SourceLocation.parse(location.format())).contains(location);
    }

    @Example
    void formatsTheUnknownPlaceAsCompilersDo() {
        assertThat(SourceLocation.UNKNOWN.format()).isEqualTo(";unknown;unknown;0;0;;");
    }

    @Example
    void rejectsOtherForms() {
        assertThat(SourceLocation.parse("zaxpy.cpp:5:1")).isEmpty();
        assertThat(SourceLocation.parse(";a;b;x;1;;")).isEmpty();
    }
}
