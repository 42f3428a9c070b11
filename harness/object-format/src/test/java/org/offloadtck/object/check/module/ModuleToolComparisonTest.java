package org.offloadtck.object.check.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.fixture.LlvmTool;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.Linkage;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.SampleModules;
import org.offloadtck.object.ir.SymbolContent;

/// LLVM's code generator, where it is installed, gives symbols the sizes, bindings and visibilities
/// that the reader of LLVM IR states.
class ModuleToolComparisonTest {

    private static final Optional<LlvmTool> LLC = LlvmTool.find("llc", 22);
    private static final Optional<LlvmTool> READELF = LlvmTool.find("llvm-readelf", 16);

    private static final String TYPES =
            """
            ; ModuleID = 'types'
            target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
            target triple = "x86_64-pc-linux-gnu"
            %A = type { i8, i64, [3 x i16], %B }
            %B = type <{ i8, i32, double }>
            %C = type { x86_fp80, i1, { i8, %A }, <4 x float>, i128 }
            %D = type { [0 x i32], half, i24, i48, i256 }
            @a = global %A zeroinitializer
            @b = hidden global %B zeroinitializer
            @c = weak global %C zeroinitializer
            @d = protected global %D zeroinitializer
            @e = global [7 x %C] zeroinitializer
            @f = internal global i24 1
            @g = global [3 x <3 x i32>] zeroinitializer
            @h = global i1 true
            @i = global [2 x ptr] [ptr @a, ptr @f]
            @j = weak_odr protected global { ptr addrspace(1), i8 } { ptr addrspace(1) null, i8 1 }
            @k = global bfloat 0xR0000
            @l = global fp128 0xL00000000000000000000000000000000
            @m = global [5 x [4 x i24]] zeroinitializer
            @o = global i65 0
            @p = global <{ { i8, <{ i16, i64 }> }, i8 }> zeroinitializer
            """;

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"host16.ll", "host19.ll", "host22.ll", "device22.x86_64.ll"})
    void statesWhatTheCodeGeneratorWrites(String name) throws IOException {
        assertSame(SampleModules.sample(name), SampleModules.text(name));
    }

    @Test
    void laysTypesOutAsTheCodeGeneratorDoes() throws IOException {
        var module = SampleModules.read("types.ll", TYPES);

        assertThat(module.symbols())
                .allMatch(symbol ->
                        ((SymbolContent.Data) symbol.content()).size()
                                != SymbolContent.UNKNOWN_SIZE);
        assertSame(module, TYPES);
    }

    private void assertSame(CompiledModule module, String text) throws IOException {
        assumeTrue(LLC.isPresent(), "no llc of LLVM 22 or later is installed");
        assumeTrue(READELF.isPresent(), "no llvm-readelf of LLVM 16 or later is installed");
        var source = Files.writeString(folder.resolve("m.ll"), text);
        var object = folder.resolve("m.o");
        LLC.orElseThrow()
                .run(
                        List.of(
                                "-filetype=obj",
                                "-relocation-model=pic",
                                "-o",
                                object.toString(),
                                source.toString()));

        assertThat(stated(module)).isEqualTo(written(object, module));
    }

    /// Size, binding and visibility of the variables that keep their names in an object.
    private static Map<String, String> stated(CompiledModule module) {
        var stated = new TreeMap<String, String>();
        for (var symbol : module.symbols()) {
            if (isInObject(symbol) && symbol.content() instanceof SymbolContent.Data(var size, _)) {
                stated.put(
                        symbol.name(),
                        "%d %s %s"
                                .formatted(
                                        size,
                                        binding(symbol.linkage()),
                                        symbol.visibility().name()));
            }
        }
        return stated;
    }

    private static boolean isInObject(ModuleSymbol symbol) {
        return symbol.isDefined()
                && symbol.linkage() != Linkage.PRIVATE
                && symbol.linkage() != Linkage.APPENDING;
    }

    private static String binding(Linkage linkage) {
        return switch (linkage) {
            case INTERNAL, PRIVATE -> "LOCAL";
            case WEAK, WEAK_ODR, LINKONCE, LINKONCE_ODR, EXTERN_WEAK -> "WEAK";
            case EXTERNAL, COMMON, APPENDING, AVAILABLE_EXTERNALLY -> "GLOBAL";
        };
    }

    /// The rows of `llvm-readelf -s`: number, value, size, type, binding, visibility, section,
    /// name.
    private static Map<String, String> written(Path object, CompiledModule module) {
        var names = stated(module).keySet();
        return READELF.orElseThrow().run(List.of("-s", "-W", object.toString())).stream()
                .map(line -> line.strip().split("\\s+"))
                .filter(row -> row.length == 8 && names.contains(row[7]))
                .collect(
                        Collectors.toMap(
                                row -> row[7],
                                row -> "%s %s %s".formatted(row[2], row[4], row[5]),
                                (first, _) -> first,
                                TreeMap::new));
    }
}
