package org.offloadtck.scenario.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.LinkResult;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.device.OffloadTargets;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.scenario.world.World;

/// The link of a scenario: its inputs and its result.
public final class ScenarioLink {

    private static final String WHOLE = "--whole-archive=";

    private static final List<String> LIBRARY = List.of("atexit", "printf", "__muldc3");

    private static final List<String> RUNTIMES =
            List.of("__tgt_", "__kmpc_", "__cuda", "cuda", "__hip", "hip");

    /// The functions that wrapper objects call.
    private static final List<String> REGISTRATION =
            Stream.concat(
                            Stream.of("__tgt_register_lib", "__tgt_unregister_lib", "atexit"),
                            Stream.of(
                                            "RegisterFatBinary",
                                            "RegisterFatBinaryEnd",
                                            "UnregisterFatBinary",
                                            "RegisterFunction",
                                            "RegisterVar",
                                            "RegisterManagedVar",
                                            "RegisterSurface",
                                            "RegisterTexture")
                                    .flatMap(name -> Stream.of("__cuda" + name, "__hip" + name)))
                    .toList();

    private final World world;
    private final List<LinkInput> inputs = new ArrayList<>();
    private Optional<LinkResult> link = Optional.empty();
    private List<LinkDiagnostic> refusals = List.of();

    public ScenarioLink(World world) {
        this.world = world;
    }

    static LinkInput object(String name) {
        return LinkInput.read(name, Corpus.bytes("objects/" + name));
    }

    /// Parses a word of a link line: an object of the corpus, `lib.a(one.o+two.o)` for an archive,
    /// or an archive after `--whole-archive=`.
    static LinkInput file(String word) {
        if (word.startsWith(WHOLE)) {
            return new LinkInput.WholeArchive(archive(word.substring(WHOLE.length())));
        }
        return word.endsWith(")") ? archive(word) : object(word);
    }

    private static LinkInput.ArchiveFile archive(String word) {
        int open = word.indexOf('(');
        String name = word.substring(0, open);
        var members =
                Arrays.stream(word.substring(open + 1, word.length() - 1).split("\\+", -1))
                        .map(member -> ArchiveMember.of(member, Corpus.bytes("objects/" + member)))
                        .toList();
        return (LinkInput.ArchiveFile) LinkInput.read(name, Archive.of(name, members).write());
    }

    void add(LinkInput input) {
        inputs.add(input);
    }

    public List<LinkInput> inputs() {
        return inputs;
    }

    /// The linker wrapper of the current profile, with device linkers for `triples`.
    public LinkerWrapper wrapper(String... triples) {
        var linkers = Arrays.stream(triples).map(ConcatenatingLinker::new).toList();
        return new LinkerWrapper(world.profile(), new DeviceLinkers(List.copyOf(linkers)));
    }

    /// Links the inputs. Every undefined symbol of the runtime or the C library, except `missing`,
    /// is bound.
    void link(String triple, String missing) {
        link(missing, imports -> wrapper(triple).link(inputs, imports));
    }

    /// Links the inputs with device linkers for `triples`.
    void linkFor(String... triples) {
        link("", imports -> wrapper(triples).link(inputs, imports));
    }

    /// Links the inputs for `triples` only; images of other targets are dropped.
    void linkOnlyFor(String... triples) {
        var targets = OffloadTargets.of(List.of(triples));
        link("", imports -> wrapper(triples).linkFor(targets, inputs, imports));
    }

    private void link(String missing, Function<Imports, LinkResult> linker) {
        var names =
                inputs.stream()
                        .flatMap(ScenarioLink::undefined)
                        .filter(ScenarioLink::isOfTheRuntime);
        var imports =
                Stream.concat(REGISTRATION.stream(), names)
                        .filter(name -> !name.equals(missing))
                        .toList();
        try {
            link = Optional.of(linker.apply(Imports.of(imports)));
            link.get().warnings().forEach(this::show);
        } catch (LinkException refusal) {
            refusals = refusal.diagnostics();
            refusals.forEach(this::show);
        }
    }

    private static boolean isOfTheRuntime(String name) {
        return LIBRARY.contains(name) || RUNTIMES.stream().anyMatch(name::startsWith);
    }

    LinkResult link() {
        return link.orElseThrow(
                () -> new AssertionError("the link was rejected: %s".formatted(refusals)));
    }

    List<LinkDiagnostic> refusals() {
        return refusals;
    }

    private void show(LinkDiagnostic diagnostic) {
        world.attach(
                new Evidence.Finding(
                        diagnostic.rule().name(),
                        "%s: %s".formatted(diagnostic.source(), diagnostic.position()),
                        diagnostic.problem()));
    }

    private static Stream<String> undefined(LinkInput input) {
        return input instanceof LinkInput.Relocatable(var elf)
                ? elf.symbols().stream().filter(Symbol::isUndefined).map(Symbol::name)
                : Stream.empty();
    }
}
