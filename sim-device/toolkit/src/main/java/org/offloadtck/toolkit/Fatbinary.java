package org.offloadtck.toolkit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.toolkit.link.GpuArchitecture;
import org.offloadtck.toolkit.option.ToolArguments;
import org.offloadtck.toolkit.option.ToolException;
import org.offloadtck.toolkit.option.ToolFile;

/// `fatbinary`: packs images of several architectures into one file.
final class Fatbinary {

    private final ToolArguments arguments;

    Fatbinary(ToolArguments arguments) {
        this.arguments = arguments;
    }

    int run() {
        var output =
                arguments
                        .value(FatbinaryOptions.CREATE)
                        .orElseThrow(() -> failure("Option '--create' is missing"));
        for (var file : arguments.files()) {
            throw failure("'%s' is not an option; --image names images".formatted(file));
        }
        var images = new ArrayList<Image>();
        arguments.values(FatbinaryOptions.IMAGE).forEach(spec -> images.add(byProfile(spec)));
        arguments.values(FatbinaryOptions.IMAGE3).forEach(spec -> images.add(byKind(spec)));
        ToolFile.write(output, new FatBinary(images).write());
        return 0;
    }

    /// `profile=sm_75,file=FILE`
    private static Image byProfile(String spec) {
        var fields = fields(spec, List.of("profile", "file"));
        var profile = fields.getOrDefault("profile", "");
        var kind = profile.startsWith("compute_") ? Kind.PTX : Kind.ELF;
        return image(spec, kind, profile.replaceFirst("^compute_", "sm_"), fields);
    }

    /// `kind=elf,sm=75,file=FILE`
    private static Image byKind(String spec) {
        var fields = fields(spec, List.of("kind", "sm", "file"));
        var kind =
                switch (fields.getOrDefault("kind", "")) {
                    case "elf" -> Kind.ELF;
                    case "ptx" -> Kind.PTX;
                    default -> throw malformed(spec, "kind is neither elf nor ptx");
                };
        return image(spec, kind, "sm_" + fields.getOrDefault("sm", ""), fields);
    }

    private static Image image(
            String spec, Kind kind, String architecture, Map<String, String> fields) {
        var gpu =
                GpuArchitecture.of(architecture)
                        .orElseThrow(() -> malformed(spec, "no known architecture is named"));
        var file =
                Optional.ofNullable(fields.get("file"))
                        .orElseThrow(() -> malformed(spec, "file is missing"));
        return new Image(kind, gpu.number(), ByteBuffer.wrap(ToolFile.read(file)));
    }

    /// The fields of an image. The file is last, so that its name may contain commas.
    private static Map<String, String> fields(String spec, List<String> words) {
        var fields = new LinkedHashMap<String, String>();
        for (var part : Arrays.asList(spec.split(",", words.size()))) {
            int equals = part.indexOf('=');
            if (equals < 0 || !words.contains(part.substring(0, equals))) {
                throw malformed(spec, "'%s' is none of %s".formatted(part, words));
            }
            fields.put(part.substring(0, equals), part.substring(equals + 1));
        }
        return fields;
    }

    private static ToolException malformed(String spec, String problem) {
        return failure("Image '%s': %s".formatted(spec, problem));
    }

    private static ToolException failure(String problem) {
        return new ToolException(problem, ToolException.OTHER);
    }
}
