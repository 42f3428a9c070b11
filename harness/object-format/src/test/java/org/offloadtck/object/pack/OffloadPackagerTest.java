package org.offloadtck.object.pack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.profile.AbiProfiles;

/// Packs the images of files from LLVM's packagers again and compares the bytes.
class OffloadPackagerTest {

    private static final AbiProfiles PROFILES = AbiProfiles.load();

    private static final String SECOND =
            "kind=hip,arch=gfx90a,triple=amdgcn-amd-amdhsa,feature=+xnack";

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "llvm-16, p16.bin, 'arch=sm_70,triple=nvptx64-nvidia-cuda,kind=openmp'",
        "llvm-19, p19.bin, 'triple=nvptx64-nvidia-cuda,arch=sm_70,kind=openmp'",
        "llvm-22, p22.bin, 'kind=openmp,triple=nvptx64-nvidia-cuda,arch=sm_70'",
        "llvm-23, p23.bin, 'triple=nvptx64-nvidia-cuda,arch=sm_70,kind=openmp'"
    })
    void packsTheBytesOfTheEditionsPackager(String profile, String file, String first) {
        var packed = Corpus.bytes("objects/" + file);
        var contents = images(packed).stream().map(Image::toByteArray).toList();
        var packer = new OffloadPackager(PROFILES.profile(profile));

        packer.add(ImageArguments.parse(first), "t.c", contents.getFirst());
        contents.stream()
                .skip(1)
                .forEach(second -> packer.add(ImageArguments.parse(SECOND), "two.c", second));

        assertThat(packer.pack()).isEqualTo(packed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"16", "19", "22"})
    void packsWhatTheInstalledPackagerPacks(String release)
            throws IOException, InterruptedException {
        var command = "clang-offload-packager-" + release;
        assumeTrue(isInstalled(command), command + " is not installed");
        var packer = new OffloadPackager(PROFILES.profile("llvm-" + release));
        var line = new ArrayList<String>();
        line.addAll(List.of(command, "-o", folder.resolve("theirs.bin").toString()));
        for (var file : List.of("a.o", "b.bc", "c.cubin", "d.fatbin", "e.s", "f.txt", "g.o")) {
            var contents = (file.equals("g.o") ? "BC\u00c0\u00de of " : "is ") + file;
            var bytes = contents.getBytes(ISO_8859_1);
            var path = Files.write(folder.resolve(file), bytes).toString();
            var arguments =
                    "file=%s,triple=amdgcn-amd-amdhsa,kind=%s,arch=gfx90a:xnack+,feature=+%s"
                            .formatted(path, file.equals("a.o") ? "hip" : "cuda", file);
            line.add("--image=" + arguments);
            packer.add(ImageArguments.parse(arguments), path, bytes);
        }

        assertThat(new ProcessBuilder(line).inheritIO().start().waitFor()).isZero();

        assertThat(packer.pack()).isEqualTo(Files.readAllBytes(folder.resolve("theirs.bin")));
    }

    /// The orders of the packagers of 15.0.6, 16.0.6 and 22.1.8 for the same arguments.
    @ParameterizedTest
    @CsvSource({
        "llvm-15, triple foo bar feature arch",
        "llvm-16, triple foo bar feature arch",
        "llvm-19, feature arch bar triple foo",
        "llvm-22, feature arch bar triple foo",
        "llvm-23, arch triple feature foo bar"
    })
    void ordersAnyKeysAsTheEditionsPackager(String profile, String order) {
        var arguments = "file=a.o,triple=t,arch=a,kind=openmp,feature=f,foo=1,bar=2";

        assertThat(keys(profile, arguments)).containsExactly(order.split(" "));
    }

    /// So many keys that both tables grow; in release 15, the order depends on that of the
    /// arguments.
    @ParameterizedTest
    @CsvSource({
        "llvm-15, 7 8 9 6 10 11 12 13 14 15 triple 17 18 16 19 0 1 2 3 4 5 arch",
        "llvm-16, 7 8 9 5 10 11 12 13 14 15 triple 16 18 19 17 0 1 2 3 4 arch 6",
        "llvm-22, 2 4 9 arch 18 3 6 13 triple 19 0 16 7 10 8 14 12 15 11 17 5 1"
    })
    void ordersManyKeysAsTheEditionsPackager(String profile, String order) {
        var arguments = new StringBuilder("file=f.bin,triple=t,arch=a,kind=openmp");
        for (int i = 0; i < 20; i++) {
            arguments.append(",key").append(i).append("=x");
        }
        var expected =
                Stream.of(order.split(" "))
                        .map(key -> key.matches("\\d+") ? "key" + key : key)
                        .toList();

        assertThat(keys(profile, arguments.toString())).isEqualTo(expected);
    }

    private static List<String> keys(String profile, String arguments) {
        var packer = new OffloadPackager(PROFILES.profile(profile));
        packer.add(ImageArguments.parse(arguments), "a.o", new byte[0]);
        return List.copyOf(images(packer.pack()).getFirst().strings().sequencedKeySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"16", "19", "22"})
    void ordersRandomKeysAsTheInstalledPackager(String release)
            throws IOException, InterruptedException {
        var command = "clang-offload-packager-" + release;
        assumeTrue(isInstalled(command), command + " is not installed");
        var random = new Random(22);
        var file = Files.writeString(folder.resolve("a.o"), "image").toString();
        for (int round = 0; round < 12; round++) {
            var arguments = randomArguments(random, file);
            var theirs = folder.resolve("theirs.bin");
            var line = List.of(command, "-o", theirs.toString(), "--image=" + arguments);
            assertThat(new ProcessBuilder(line).inheritIO().start().waitFor()).isZero();
            var packer = new OffloadPackager(PROFILES.profile("llvm-" + release));

            packer.add(ImageArguments.parse(arguments), file, Files.readAllBytes(Path.of(file)));

            assertThat(packer.pack()).as(arguments).isEqualTo(Files.readAllBytes(theirs));
        }
    }

    /// Arguments with up to 60 keys of up to 64 characters.
    private static String randomArguments(Random random, String file) {
        var keys = new LinkedHashSet<>(List.of("file", "triple", "kind", "arch"));
        int count = random.nextInt(60);
        for (int i = 0; i < count; i++) {
            keys.add(
                    random.ints(1 + random.nextInt(64), 'a', 'z' + 1)
                            .mapToObj(Character::toString)
                            .collect(Collectors.joining()));
        }
        var shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, random);
        return shuffled.stream()
                .map(key ->
                        switch (key) {
                            case "file" -> "file=" + file;
                            case "kind" -> "kind=hip";
                            default -> key + "=value";
                        })
                .collect(Collectors.joining(","));
    }

    @Test
    void extractsMatchingImages() {
        var images = images(Corpus.bytes("objects/p16.bin"));
        var extraction = new PackedImageSelection(OffloadKindNumbering.SEQUENTIAL);

        assertThat(extraction.matching(ImageArguments.parse("kind=hip"), images))
                .containsExactly(images.getLast());
        assertThat(extraction.matching(ImageArguments.parse("arch=sm_70"), images))
                .containsExactly(images.getFirst());
        assertThat(extraction.matching(ImageArguments.parse("kind=hip,arch=sm_70"), images))
                .isEmpty();
        assertThat(PackedImageSelection.fileName("p16", images.getFirst(), 0))
                .isEqualTo("p16-nvptx64-nvidia-cuda-sm_70.0.");
    }

    @Test
    void namesWhatIsWrongWithAnImage() {
        var packer = new OffloadPackager(PROFILES.profile("llvm-16"));

        assertThatExceptionOfType(ImageArgumentException.class)
                .isThrownBy(() -> ImageArguments.parse("file=a.o,triple"))
                .withMessage(
                        "--image=file=a.o,triple: 'triple' is no key and value when it should be"
                                + " key=value");
        assertThatExceptionOfType(ImageArgumentException.class)
                .isThrownBy(() -> packer.add(ImageArguments.parse("file=a.o"), "a.o", new byte[0]))
                .withMessage("a.o: the triple is missing");
        assertThatExceptionOfType(ImageArgumentException.class)
                .isThrownBy(() ->
                        packer.add(ImageArguments.parse("triple=t,kind=sycl"), "a.o", new byte[0]))
                .withMessage(
                        "kind is 'sycl' when it should be openmp or cuda or hip in profile"
                                + " llvm-16");
        assertThatExceptionOfType(ImageArgumentException.class)
                .isThrownBy(() -> new OffloadPackager(PROFILES.profile("llvm-14")))
                .withMessage("profile llvm-14 packs no offload binaries");
    }

    private static List<Image> images(byte[] packed) {
        return OffloadBinary.parseAll(ObjectBytes.of("packed", packed)).stream()
                .flatMap(placed -> placed.binary().images().stream())
                .toList();
    }

    private static boolean isInstalled(String command) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(one -> Files.isExecutable(Path.of(one, command)));
    }
}
