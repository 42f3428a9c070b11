package org.offloadtck.object.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.SortedSet;
import java.util.TreeSet;

/// The ABI profiles of the kit and any additional ones.
public final class AbiProfiles {

    /// The profiles of the kit, oldest first.
    private static final List<String> OWN =
            List.of(
                    "documented",
                    "llvm-14",
                    "llvm-15",
                    "llvm-16",
                    "llvm-17",
                    "llvm-18",
                    "llvm-19",
                    "llvm-20",
                    "llvm-21",
                    "llvm-22",
                    "llvm-23");

    private final SequencedMap<String, ProfileFile> files;
    private final SequencedMap<String, AbiProfile> profiles = new LinkedHashMap<>();
    private final List<AbiProfile> all;
    private final SortedSet<String> entrySections;

    private AbiProfiles(SequencedMap<String, ProfileFile> files) {
        this.files = files;
        files.values().forEach(file -> profiles.put(file.id(), resolve(file)));
        this.all = List.copyOf(profiles.values());
        var sections = new TreeSet<String>();
        all.forEach(profile -> sections.addAll(profile.entries().sections().values()));
        this.entrySections = Collections.unmodifiableSortedSet(sections);
    }

    /// The profiles of the kit.
    public static AbiProfiles load() {
        var files = new LinkedHashMap<String, ProfileFile>();
        for (var id : OWN) {
            var file = ProfileFile.parse(id + ".yaml", resource(id + ".yaml"));
            files.put(file.id(), file);
        }
        return new AbiProfiles(files);
    }

    /// A copy with the profile in `yaml`, which may extend any of these profiles and replaces one
    /// of the same id.
    ///
    /// @param source names the text in diagnostics
    /// @throws MalformedProfileException if the text is not a valid profile
    public AbiProfiles with(String source, String yaml) {
        var more = new LinkedHashMap<>(files);
        var file = ProfileFile.parse(source, yaml);
        more.put(file.id(), file);
        return new AbiProfiles(more);
    }

    /// The profile called `id`.
    ///
    /// @throws MalformedProfileException if there is none
    public AbiProfile profile(String id) {
        var profile = profiles.get(id);
        if (profile == null) {
            throw unknown("profile", id);
        }
        return profile;
    }

    /// All profiles: first that of the documents, then those of releases, then additional ones.
    public List<AbiProfile> all() {
        return all;
    }

    /// The names of the sections of entries in all profiles.
    public SortedSet<String> entrySections() {
        return entrySections;
    }

    public List<String> ids() {
        return List.copyOf(profiles.keySet());
    }

    private AbiProfile resolve(ProfileFile file) {
        var values = new LinkedHashMap<String, ProfileValue>();
        for (var ancestor : lineage(file).reversed()) {
            values.putAll(ancestor.values());
        }
        return ProfileSchema.read(file, values);
    }

    /// The profile and its ancestors, nearest first.
    private SequencedSet<ProfileFile> lineage(ProfileFile file) {
        var lineage = new LinkedHashSet<ProfileFile>();
        lineage.add(file);
        var last = file;
        while (!last.parent().isEmpty()) {
            var parent = files.get(last.parent());
            if (parent == null) {
                throw unknown(last.source() + ": extends", last.parent());
            }
            if (!lineage.add(parent)) {
                throw new MalformedProfileException(
                        last.source(),
                        "extends",
                        "is '%s', which extends this profile".formatted(last.parent()));
            }
            last = parent;
        }
        return lineage;
    }

    private MalformedProfileException unknown(String where, String id) {
        return new MalformedProfileException(
                where, id, "is no profile; the profiles are " + String.join(", ", files.keySet()));
    }

    private static String resource(String name) {
        try (var stream =
                Objects.requireNonNull(AbiProfiles.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
