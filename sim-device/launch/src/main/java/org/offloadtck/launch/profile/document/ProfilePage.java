package org.offloadtck.launch.profile.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.offloadtck.command.KitVersion;
import org.offloadtck.launch.profile.Cause;
import org.offloadtck.launch.profile.KernelProfile;
import org.offloadtck.launch.profile.LaunchProfile;
import org.offloadtck.launch.profile.LineProfile;

/// The page of some profiles.
///
/// @param version of the kit
/// @param style the element with the style sheet
public record ProfilePage(String version, String style, List<Section> sections) {

    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    private static final String STYLE = "profile.css";

    /// What is less is shown as 0.0 %, and left out.
    private static final double LEAST_SHARE = 0.0005;

    /// Lines of a kernel that the page shows at most: the JSON document has all.
    private static final int MOST_LINES = 25;

    public ProfilePage {
        sections = List.copyOf(sections);
    }

    /// A kernel on the page.
    ///
    /// @param id its anchor
    /// @param sources texts of the lines that the page shows and that have one
    public record Section(
            String id,
            KernelProfile kernel,
            RooflineChart chart,
            Map<LineProfile.Place, String> sources) {

        public Section {
            sources = Map.copyOf(sources);
        }

        static Section of(int number, KernelProfile kernel, SourceText text) {
            var sources = new HashMap<LineProfile.Place, String>();
            shown(kernel)
                    .forEach(line ->
                            text.of(line).ifPresent(found -> sources.put(line.place(), found)));
            return new Section("k" + number, kernel, RooflineChart.of(kernel.roofline()), sources);
        }

        /// The text of a line; empty if its file cannot be read.
        public String source(LineProfile line) {
            return sources.getOrDefault(line.place(), "");
        }

        public LaunchProfile launches() {
            return kernel.launches();
        }

        public LaunchProfile.Configuration configuration() {
            return kernel.launches().configuration();
        }

        /// The launch as CUDA writes it.
        public String title() {
            return ProfileText.title(configuration());
        }

        /// The causes that the page shows.
        public List<Cause> causes() {
            return kernel.causes().stream().filter(each -> each.share() >= LEAST_SHARE).toList();
        }

        /// The lines that the page shows.
        public List<LineProfile> lines() {
            return shown(kernel);
        }

        private static List<LineProfile> shown(KernelProfile kernel) {
            return kernel.launches().lines().stream()
                    .filter(line -> kernel.share(line) >= LEAST_SHARE)
                    .limit(MOST_LINES)
                    .toList();
        }
    }

    /// The last part of a path.
    public static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    static String of(List<KernelProfile> kernels, SourceText sources) {
        var sections = new ArrayList<Section>();
        for (var kernel : kernels) {
            sections.add(Section.of(sections.size() + 1, kernel, sources));
        }
        var output = new StringOutput();
        ENGINE.render(
                "profile/page.jte",
                new ProfilePage(KitVersion.current(), styleElement(), sections),
                output);
        return output.toString();
    }

    private static String styleElement() {
        try (var stream = ProfilePage.class.getResourceAsStream(STYLE)) {
            var rules = new String(Objects.requireNonNull(stream, STYLE).readAllBytes(), UTF_8);
            return "<style>\n" + rules + "</style>";
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
