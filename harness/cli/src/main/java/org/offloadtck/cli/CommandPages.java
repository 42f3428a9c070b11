package org.offloadtck.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/// What is generated from the declarations of the commands: a page for each in AsciiDoc, of which
/// `asciidoctor -b manpage` makes a man page, and the completion of words in bash and zsh.
///
/// The pages are checked in as `docs/commands`.
final class CommandPages {

    private CommandPages() {}

    /// The pages by their file name, `offload-tck-check.adoc`.
    static SortedMap<String, String> pages() {
        var pages = new TreeMap<String, String>();
        add(pages, OffloadTck.commandLine());
        return pages;
    }

    private static void add(SortedMap<String, String> pages, CommandLine command) {
        var spec = command.getCommandSpec();
        // The version of a build has its commit, which a page that is checked in cannot have.
        spec.versionProvider(null).version();
        var text = new StringWriter();
        ManPageGenerator.writeSingleManPage(new PrintWriter(text, true), spec);
        pages.put(spec.qualifiedName("-") + ".adoc", text.toString());
        command.getSubcommands().values().stream()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden())
                .forEach(each -> add(pages, each));
    }

    /// The script that a shell reads to complete the words of `offload-tck`.
    static String completion() {
        return AutoComplete.bash("offload-tck", OffloadTck.commandLine());
    }
}
