package org.offloadtck.object.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.offloadtck.object.profile.ProfileValue.Origin;

/// A profile's YAML file: the values that the profile states itself, before inheritance.
///
/// Below `values`, mappings nest to form keys; a mapping with the key `value` is a value and has
/// either `source` or `chosen`.
///
/// @param parent the id of the extended profile; empty if there is none
record ProfileFile(
        String source,
        String id,
        String title,
        String parent,
        SequencedMap<String, ProfileValue> values) {

    private static final ObjectMapper YAML =
            new ObjectMapper(
                            YAMLFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final List<String> TOP = List.of("profile", "title", "extends", "values");
    private static final Set<String> LEAF = Set.of("value", "source", "chosen");

    static ProfileFile parse(String source, String yaml) {
        var root = root(source, yaml);
        for (var field : root.properties()) {
            if (!TOP.contains(field.getKey())) {
                throw new MalformedProfileException(
                        source,
                        field.getKey(),
                        "is no key of a profile, when it should be one of "
                                + String.join(", ", TOP));
            }
        }
        var values = new LinkedHashMap<String, ProfileValue>();
        collect(source, "", root.path("values"), values);
        return new ProfileFile(
                source,
                text(source, root, "profile"),
                text(source, root, "title"),
                root.path("extends").asText(""),
                values);
    }

    Optional<ProfileValue> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    private static JsonNode root(String source, String yaml) {
        try {
            var root = YAML.readTree(yaml);
            if (!root.isObject()) {
                throw new MalformedProfileException(
                        source, "line 1", "the file is no mapping, when it should be one");
            }
            return root;
        } catch (JsonProcessingException e) {
            var location = e.getLocation();
            throw new MalformedProfileException(
                            source,
                            location == null ? "line 1" : "line " + location.getLineNr(),
                            e.getOriginalMessage().lines().findFirst().orElse("is no YAML"))
                    .causedBy(e);
        }
    }

    private static void collect(
            String source,
            String prefix,
            JsonNode node,
            SequencedMap<String, ProfileValue> values) {
        if (!node.isObject()) {
            throw new MalformedProfileException(
                    source,
                    prefix.isEmpty() ? "values" : prefix,
                    "is no mapping, when it should be one with value and source");
        }
        if (node.has("value")) {
            values.put(prefix, leaf(source, prefix, node));
            return;
        }
        for (var field : node.properties()) {
            var key = prefix.isEmpty() ? field.getKey() : prefix + "." + field.getKey();
            collect(source, key, field.getValue(), values);
        }
    }

    private static ProfileValue leaf(String source, String key, JsonNode node) {
        for (var field : node.properties()) {
            if (!LEAF.contains(field.getKey()) || !field.getValue().isValueNode()) {
                throw new MalformedProfileException(
                        source,
                        key + "." + field.getKey(),
                        "stands in a value, when only the texts value, source and chosen should");
            }
        }
        if (node.has("source") == node.has("chosen")) {
            throw new MalformedProfileException(
                    source,
                    key,
                    node.has("source")
                            ? "has both source and chosen, when it should have one of them"
                            : "has no source, when every value should cite one or say why it was"
                                    + " chosen");
        }
        var origin = node.has("source") ? Origin.CITED : Origin.CHOSEN;
        var words = node.path(origin == Origin.CITED ? "source" : "chosen").asText();
        if (words.isBlank()) {
            throw new MalformedProfileException(
                    source, key, "has an empty source, when every value should cite one");
        }
        return new ProfileValue(key, node.path("value").asText(), origin, words, source);
    }

    private static String text(String source, JsonNode root, String key) {
        var text = root.path(key).asText("");
        if (text.isBlank()) {
            throw new MalformedProfileException(
                    source, key, "is missing, when every profile should state it");
        }
        return text;
    }
}
