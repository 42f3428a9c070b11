package org.offloadtck.object.profile;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.offloadtck.object.offload.OffloadKind;

/// Reads typed values from a resolved profile. The keys it reads are the keys of the format:
/// [#rejectUnknownKeys] reports any other.
final class ProfileReader {

    private final String source;
    private final SequencedMap<String, ProfileValue> values;
    private final Set<String> asked = new LinkedHashSet<>();

    /// @param source the profile's own file; a missing key is reported there
    ProfileReader(String source, SequencedMap<String, ProfileValue> values) {
        this.source = source;
        this.values = values;
    }

    String text(String key) {
        return value(key).value();
    }

    int integer(String key) {
        return read(key, text -> Integer.decode(text), "an integer");
    }

    /// An unsigned 32-bit or smaller number, decimal or with `0x`.
    long bits(String key) {
        return read(key, text -> Long.decode(text), "an integer");
    }

    boolean flag(String key) {
        return choice(
                key,
                text ->
                        switch (text) {
                            case "true" -> Optional.of(true);
                            case "false" -> Optional.of(false);
                            default -> Optional.empty();
                        },
                "true or false");
    }

    /// Texts separated by commas.
    List<String> texts(String key) {
        return Arrays.stream(text(key).split(","))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /// A constant of `type`, written in lower case with `-`.
    <E extends Enum<E>> E choice(String key, Class<E> type) {
        return choice(
                key,
                text ->
                        Arrays.stream(type.getEnumConstants())
                                .filter(constant -> label(constant).equals(text))
                                .findFirst(),
                Arrays.stream(type.getEnumConstants())
                        .map(ProfileReader::label)
                        .collect(Collectors.joining(", ", "one of ", "")));
    }

    <T> T choice(String key, Function<String, Optional<T>> parse, String expected) {
        var value = value(key);
        return parse.apply(value.value()).orElseThrow(() -> wrong(value, expected));
    }

    /// The texts below `key` by offload kind; a kind may be missing.
    Map<OffloadKind, String> byKind(String key) {
        var texts = new EnumMap<OffloadKind, String>(OffloadKind.class);
        for (var kind : OffloadKind.values()) {
            var ofKind = key + "." + kind.label();
            asked.add(ofKind);
            var value = values.get(ofKind);
            if (value != null && !value.value().isEmpty()) {
                texts.put(kind, value.value());
            }
        }
        return texts;
    }

    void rejectUnknownKeys() {
        for (var value : values.values()) {
            if (!asked.contains(value.key())) {
                throw new MalformedProfileException(
                        value.file(),
                        value.key(),
                        "is no key of a profile, when it should be one of "
                                + String.join(", ", asked));
            }
        }
    }

    private <T> T read(String key, Function<String, T> parse, String expected) {
        var value = value(key);
        try {
            return parse.apply(value.value());
        } catch (NumberFormatException cause) {
            throw wrong(value, expected).causedBy(cause);
        }
    }

    private ProfileValue value(String key) {
        asked.add(key);
        var value = values.get(key);
        if (value == null) {
            throw new MalformedProfileException(
                    source, key, "is missing, when the profile or one it extends should state it");
        }
        return value;
    }

    private static MalformedProfileException wrong(ProfileValue value, String expected) {
        return new MalformedProfileException(
                value.file(),
                value.key(),
                "is '%s' when it should be %s".formatted(value.value(), expected));
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
