package org.offloadtck.scenario.record;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractBooleanAssert;
import org.assertj.core.api.AbstractByteArrayAssert;
import org.assertj.core.api.AbstractCollectionAssert;
import org.assertj.core.api.AbstractDoubleAssert;
import org.assertj.core.api.AbstractIntArrayAssert;
import org.assertj.core.api.AbstractIntegerAssert;
import org.assertj.core.api.AbstractLongAssert;
import org.assertj.core.api.AbstractPathAssert;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;
import org.assertj.core.api.MapAssert;
import org.assertj.core.api.ObjectAssert;
import org.assertj.core.api.OptionalAssert;
import org.assertj.core.api.OptionalIntAssert;
import org.assertj.core.presentation.StandardRepresentation;

/// AssertJ's `assertThat` for step classes. It notes each value that an assertion examines, as
/// AssertJ represents it, so that a step that passes leaves what it saw as evidence.
///
/// Steps and [ResultRecorder] run on the thread of the scenario, which owns the notes.
public final class RecordedAssertions {

    /// What differs between two runs of the same thing, and what stands for it.
    private static final Map<Pattern, String> UNSTABLE =
            Map.of(
                    Pattern.compile(
                            Pattern.quote(System.getProperty("java.io.tmpdir"))
                                    + "/[^\\s\"',;:)\\]]*"),
                    "[temporary file]",
                    Pattern.compile("MemorySegment\\{[^}]*byteSize: (\\d+) *\\}"),
                    "$1 bytes",
                    Pattern.compile("@[0-9a-f]{1,8}\\b"),
                    "",
                    Pattern.compile("\\b0x[0-9a-f]{9,16}\\b"),
                    "[address]",
                    Pattern.compile("__omp_offloading_[0-9a-f]+_[0-9a-f]+_"),
                    "__omp_offloading_[file]_");

    private static final Pattern MAP = Pattern.compile("\\{[^{}]*\\}");

    private static final StandardRepresentation REPRESENTATION = new StandardRepresentation();

    /// The most bytes of an array that are noted.
    private static final int BYTES = 64;

    private static final ThreadLocal<List<String>> NOTES = ThreadLocal.withInitial(ArrayList::new);

    private RecordedAssertions() {}

    /// The values since the last call, in the order in which assertions examined them.
    static List<String> drain() {
        var notes = List.copyOf(NOTES.get());
        NOTES.remove();
        return notes;
    }

    private static void note(Object value) {
        NOTES.get().add(stable(REPRESENTATION.toStringOf(value)));
    }

    /// The text without what differs between two runs.
    static String stable(String text) {
        var stable = text;
        for (var unstable : UNSTABLE.entrySet()) {
            stable = unstable.getKey().matcher(stable).replaceAll(unstable.getValue());
        }
        return MAP.matcher(stable).replaceAll(map -> Matcher.quoteReplacement(sorted(map.group())));
    }

    /// The entries of a map in a fixed order: immutable maps of the JDK have another in each JVM.
    private static String sorted(String map) {
        var entries = map.substring(1, map.length() - 1).split(", ");
        if (Arrays.stream(entries).allMatch(entry -> entry.contains("="))) {
            Arrays.sort(entries);
        }
        return "{%s}".formatted(String.join(", ", entries));
    }

    public static AbstractBooleanAssert<?> assertThat(boolean actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static AbstractIntegerAssert<?> assertThat(int actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static AbstractLongAssert<?> assertThat(long actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static AbstractLongAssert<?> assertThat(Long actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static AbstractDoubleAssert<?> assertThat(double actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static AbstractIntArrayAssert<?> assertThat(int[] actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static OptionalIntAssert assertThat(OptionalInt actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    /// Notes the message.
    public static <T extends Throwable> AbstractThrowableAssert<?, T> assertThat(T actual) {
        NOTES.get().add(stable(String.valueOf(actual.getMessage())));
        return Assertions.assertThat(actual);
    }

    public static AbstractStringAssert<?> assertThat(String actual) {
        NOTES.get().add(stable(actual));
        return Assertions.assertThat(actual);
    }

    /// Notes the first bytes and the number of all.
    public static AbstractByteArrayAssert<?> assertThat(byte[] actual) {
        var hex = HexFormat.ofDelimiter(" ");
        NOTES.get()
                .add(
                        "%d bytes: %s%s"
                                .formatted(
                                        actual.length,
                                        hex.formatHex(actual, 0, Math.min(BYTES, actual.length)),
                                        actual.length > BYTES ? " …" : ""));
        return Assertions.assertThat(actual);
    }

    public static AbstractPathAssert<?> assertThat(Path actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static <E> ListAssert<E> assertThat(List<? extends E> actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static <E> ListAssert<E> assertThat(Stream<? extends E> actual) {
        return assertThat(actual.toList());
    }

    public static <E>
            AbstractCollectionAssert<?, Collection<? extends E>, E, ObjectAssert<E>> assertThat(
                    Collection<? extends E> actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static <K, V> MapAssert<K, V> assertThat(Map<K, V> actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static <T> OptionalAssert<T> assertThat(Optional<T> actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }

    public static <T> ObjectAssert<T> assertThat(T actual) {
        note(actual);
        return Assertions.assertThat(actual);
    }
}
