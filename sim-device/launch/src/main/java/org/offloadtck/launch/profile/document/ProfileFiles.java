package org.offloadtck.launch.profile.document;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.offloadtck.launch.profile.KernelProfile;
import org.offloadtck.launch.profile.LaunchProfile;

/// The files that profiles are written to: one, whose extension is its format, or one of each
/// format in a folder.
///
/// @param name of the file or folder, as the user wrote it
/// @param formats of the files, one unless `name` is a folder
public record ProfileFiles(String name, List<Format> formats) {

    /// No files.
    public static final ProfileFiles NONE = new ProfileFiles("", List.of());

    /// The files in a folder are called so.
    private static final String STEM = "profile.";

    public ProfileFiles {
        formats = List.copyOf(formats);
    }

    /// How profiles are written.
    public enum Format {
        HTML("html"),
        JSON("json"),
        TEXT("txt");

        private final String extension;

        Format(String extension) {
            this.extension = extension;
        }

        private String of(List<KernelProfile> kernels, SourceText sources) {
            return switch (this) {
                case HTML -> ProfilePage.of(kernels, sources);
                case JSON -> ProfileJson.of(kernels, sources);
                case TEXT -> ProfileText.of(kernels, sources);
            };
        }
    }

    /// The files that a name stands for: a file if it ends in the extension of a format; a folder
    /// if it is one, ends in `/` or has no extension; nothing otherwise.
    ///
    /// @param directory to which the name is relative
    public static Optional<ProfileFiles> of(String name, Path directory) {
        var format =
                Arrays.stream(Format.values())
                        .filter(each -> name.endsWith("." + each.extension))
                        .findFirst();
        if (format.isPresent()) {
            return Optional.of(new ProfileFiles(name, List.of(format.get())));
        }
        boolean isFolder =
                !name.isEmpty()
                        && (name.endsWith("/")
                                || Files.isDirectory(directory.resolve(name))
                                || !name.substring(name.lastIndexOf('/') + 1).contains("."));
        return isFolder
                ? Optional.of(new ProfileFiles(name, List.of(Format.values())))
                : Optional.empty();
    }

    /// Whether there are any.
    public boolean areWanted() {
        return !formats.isEmpty();
    }

    /// The contents of the files by their names; a name that ends in `/` is that of a folder to
    /// create, and comes before the files in it.
    public SequencedMap<String, String> contents(List<LaunchProfile> launches) {
        var kernels = launches.stream().map(KernelProfile::of).toList();
        var sources = new SourceText();
        var contents = new LinkedHashMap<String, String>();
        boolean isFolder = formats.size() > 1;
        var folder = name.endsWith("/") ? name : name + "/";
        if (isFolder) {
            contents.put(folder, "");
        }
        for (var format : formats) {
            contents.put(
                    isFolder ? folder + STEM + format.extension : name,
                    format.of(kernels, sources));
        }
        return contents;
    }

    /// The profiles for the terminal, in whole lines; empty if no files are wanted.
    public String summary(List<LaunchProfile> launches) {
        return areWanted()
                ? ProfileText.of(
                        launches.stream().map(KernelProfile::of).toList(), new SourceText())
                : "";
    }
}
