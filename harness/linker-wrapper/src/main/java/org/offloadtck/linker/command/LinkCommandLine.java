package org.offloadtck.linker.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.tool.DeviceLinkOptions;
import org.offloadtck.linker.tool.DeviceLinkOptions.DeviceCodeForm;
import org.offloadtck.linker.tool.DeviceLinkerOption;

/// A command line of `clang-linker-wrapper`, without the program's name.
///
/// `--library` is the long form of `-l`, as in the host linker; releases read it as `-L` and do not
/// search the library for device code. A `--` is dropped, as LLVM 15 to 18 do.
///
/// @param arguments in the order of the command line
public record LinkCommandLine(List<LinkArgument> arguments) {

    /// The source of command line errors in diagnostics.
    private static final String SOURCE = "command line";

    public LinkCommandLine {
        arguments = List.copyOf(arguments);
    }

    /// Parses the words of a command line, and those in its response files.
    ///
    /// @param folder the directory that relative paths of response files start from
    /// @throws LinkException for an option without its value, an unsupported option, or a response
    ///   file that cannot be read
    public static LinkCommandLine parse(List<String> words, Path folder) {
        return parse(new ResponseFiles(folder).expand(words));
    }

    /// Parses the words of a command line without response files.
    ///
    /// @throws LinkException for an option without its value, or an unsupported option
    public static LinkCommandLine parse(List<String> words) {
        var arguments = new ArrayList<LinkArgument>();
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            if (!word.equals("--")) {
                arguments.add(argument(word, rest));
            }
        }
        var line = new LinkCommandLine(arguments);
        line.requireJobs();
        line.requireHost();
        line.requireLevel();
        return line;
    }

    private static LinkArgument argument(String word, Iterator<String> rest) {
        return WrapperOption.parse(word)
                .map(own -> own(own, rest))
                .or(() -> simple(word))
                .or(() -> valued(word, rest))
                .orElseGet(() ->
                        word.startsWith("-") && word.length() > 1
                                ? new LinkArgument.Passed(word)
                                : new LinkArgument.Input(word));
    }

    private static LinkArgument own(LinkArgument.Own own, Iterator<String> rest) {
        return switch (own.option().effect()) {
            case REJECTED ->
                    throw rejected(
                            own.option().spelling(),
                            "is not supported, when the link should not need it");
            case HONOURED, LLVM, NONE ->
                    own.option() == WrapperOption.MLLVM
                            ? new LinkArgument.Own(
                                    own.option(), value(own.option().spelling(), rest))
                            : own;
        };
    }

    private static Optional<LinkArgument> simple(String word) {
        return switch (word) {
            case "-r", "-relocatable", "--relocatable" ->
                    Optional.of(new LinkArgument.Relocatable());
            case "-whole-archive", "--whole-archive" ->
                    Optional.of(new LinkArgument.WholeArchive());
            case "-no-whole-archive", "--no-whole-archive" ->
                    Optional.of(new LinkArgument.NoWholeArchive());
            default -> Optional.empty();
        };
    }

    private static Optional<LinkArgument> valued(String word, Iterator<String> rest) {
        if (word.startsWith("--sysroot=")) {
            return Optional.of(new LinkArgument.SystemRoot(word.substring("--sysroot=".length())));
        }
        return value(word, rest, "output")
                .or(() -> joined(word, rest, "-o"))
                .<LinkArgument>map(LinkArgument.Output::new)
                .or(() -> value(word, rest, "rpath").map(LinkArgument.RunPath::new))
                .or(() -> value(word, rest, "library-path").map(LinkArgument.LibraryFolder::new))
                .or(() -> value(word, rest, "library").map(LinkArgument.Library::new))
                .or(() -> joined(word, rest, "-L").map(LinkArgument.LibraryFolder::new))
                .or(() -> library(word, rest).map(LinkArgument.Library::new));
    }

    /// `--name VALUE` or `--name=VALUE`, with one `-` or two.
    private static Optional<String> value(String word, Iterator<String> rest, String name) {
        String bare = word.startsWith("--") ? word.substring(1) : word;
        if (bare.equals("-" + name)) {
            return Optional.of(value(word, rest));
        }
        String joined = "-" + name + "=";
        return bare.startsWith(joined)
                ? Optional.of(bare.substring(joined.length()))
                : Optional.empty();
    }

    /// `-oVALUE` or `-o VALUE`.
    private static Optional<String> joined(String word, Iterator<String> rest, String option) {
        if (word.equals(option)) {
            return Optional.of(value(word, rest));
        }
        return word.startsWith(option)
                ? Optional.of(word.substring(option.length()))
                : Optional.empty();
    }

    private static Optional<String> library(String word, Iterator<String> rest) {
        return joined(word, rest, "-l");
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw rejected(option, "has no value, when its value should follow");
        }
        return rest.next();
    }

    /// Device links run one after another, so the value is checked and not used.
    private void requireJobs() {
        for (String jobs : values(WrapperOption.WRAPPER_JOBS)) {
            if (!jobs.equals("jobserver") && !jobs.matches("0*[1-9]\\d{0,8}")) {
                throw rejected(
                        "--wrapper-jobs=",
                        "is '%s', when it should be a positive integer or jobserver"
                                .formatted(jobs));
            }
        }
    }

    /// Wrapper objects are made for one host.
    private void requireHost() {
        for (String triple : values(WrapperOption.HOST_TRIPLE)) {
            if (!triple.startsWith("x86_64-") || !triple.contains("linux")) {
                throw rejected(
                        "--host-triple=",
                        "is %s, when wrapper objects are made for x86_64 and Linux"
                                .formatted(triple));
            }
        }
    }

    /// Releases read the level as one digit.
    private void requireLevel() {
        for (String level : values(WrapperOption.OPT_LEVEL)) {
            if (!level.matches("O[0-3]")) {
                throw rejected(
                        WrapperOption.OPT_LEVEL.spelling(),
                        "is '%s', when it should be O0, O1, O2 or O3".formatted(level));
            }
        }
    }

    static LinkException rejected(String option, String problem) {
        return new LinkException(SOURCE, option, LinkRule.ARGUMENT, problem);
    }

    boolean has(WrapperOption option) {
        return !values(option).isEmpty();
    }

    /// The values of `option`, in order; an empty string for an option without a value.
    List<String> values(WrapperOption option) {
        return arguments.stream()
                .filter(LinkArgument.Own.class::isInstance)
                .map(LinkArgument.Own.class::cast)
                .filter(own -> own.option() == option)
                .map(LinkArgument.Own::value)
                .toList();
    }

    /// The last value of `option`.
    Optional<String> last(WrapperOption option) {
        return values(option).stream().reduce((_, last) -> last);
    }

    boolean isRelocatable() {
        return arguments.stream().anyMatch(LinkArgument.Relocatable.class::isInstance);
    }

    /// The output file.
    String output() {
        String output = "a.out";
        for (LinkArgument argument : arguments) {
            if (argument instanceof LinkArgument.Output(String file)) {
                output = file;
            }
        }
        return output;
    }

    /// The options of the device link.
    ///
    /// @param hostLibraries archives and shared objects on the line that the device link gets too
    DeviceLinkOptions deviceLinkOptions(List<String> hostLibraries) {
        return new DeviceLinkOptions(
                output(),
                has(WrapperOption.EMBED_BITCODE) ? DeviceCodeForm.BITCODE : DeviceCodeForm.COMPILED,
                last(WrapperOption.OPT_LEVEL).orElse("O2"),
                optimizerWords(),
                has(WrapperOption.SAVE_TEMPS),
                arguments.stream()
                        .flatMap(argument -> compilerWords(argument, hostLibraries).stream())
                        .toList(),
                values(WrapperOption.LINKER_ARG),
                values(WrapperOption.DEVICE_LINKER).stream().map(DeviceLinkerOption::new).toList());
    }

    /// The options for LLVM itself, in their order.
    private List<String> optimizerWords() {
        return arguments.stream()
                .filter(LinkArgument.Own.class::isInstance)
                .map(LinkArgument.Own.class::cast)
                .filter(own ->
                        switch (own.option().effect()) {
                            case LLVM -> own.value().startsWith("-");
                            case HONOURED, NONE, REJECTED -> false;
                        })
                .map(LinkArgument.Own::value)
                .toList();
    }

    /// The words of `argument` for a compiler driver that links device images; none for an argument
    /// that concerns the host link only.
    private static List<String> compilerWords(LinkArgument argument, List<String> hostLibraries) {
        return switch (argument) {
            case LinkArgument.Library _, LinkArgument.LibraryFolder _ -> argument.words();
            case LinkArgument.RunPath(String folder) -> List.of("-Wl,-rpath," + folder);
            case LinkArgument.WholeArchive _, LinkArgument.NoWholeArchive _ ->
                    List.of("-Wl," + argument.words().getFirst());
            case LinkArgument.Input(String file) ->
                    hostLibraries.contains(file) ? List.of(file) : List.of();
            case LinkArgument.Output _,
                    LinkArgument.Relocatable _,
                    LinkArgument.SystemRoot _,
                    LinkArgument.Own _,
                    LinkArgument.Passed _ ->
                    List.of();
        };
    }

    /// All words for the host linker, with the wrapper objects right behind the output file.
    /// Without an output file the wrapper objects come first; releases drop them then.
    List<String> hostWords(List<String> wrappers) {
        var words = new ArrayList<String>();
        boolean placed = false;
        for (LinkArgument argument : arguments) {
            words.addAll(argument.words());
            if (!placed && argument instanceof LinkArgument.Output) {
                words.addAll(wrappers);
                placed = true;
            }
        }
        if (!placed) {
            words.addAll(0, wrappers);
        }
        return words;
    }
}
