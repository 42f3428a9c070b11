package org.offloadtck.reports.site;

import gg.jte.Content;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import gg.jte.output.WriterOutput;
import java.io.Writer;
import java.util.Map;

/// The templates of `src/main/jte`, which the build compiles to Java.
final class Templates {

    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    private Templates() {}

    /// @throws java.io.UncheckedIOException if the text cannot be written
    static void write(Writer out, String template, Map<String, Object> parameters) {
        ENGINE.render(template, parameters, new WriterOutput(out));
    }

    static String text(String template, Map<String, Object> parameters) {
        var output = new StringOutput();
        ENGINE.render(template, parameters, output);
        return output.toString();
    }

    /// A part of a page that writes itself when its place comes.
    static Content content(String template, Map<String, Object> parameters) {
        return output -> ENGINE.render(template, parameters, output);
    }
}
