package org.offloadtck.object.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.offloadtck.object.ir.IrToken.Kind;

/// Reads the calls of the offload runtimes in function bodies. Everything else in a body is
/// skipped.
final class IrBodies {

    private static final String LAUNCH = "@__tgt_target_kernel(";

    private static final String INIT = "@__kmpc_target_init(";

    private static final String ARGUMENTS = "%struct.__tgt_kernel_arguments";

    private static final Pattern STORED = Pattern.compile("store i32 (\\d{1,9}), ptr (%[^, ]+).*");

    private static final Pattern MAP_TYPES = Pattern.compile("@(\\.offload_maptypes[.\\d]*)");

    /// The constant whose address identifies a region: LLVM, llvm/lib/Frontend/OpenMP/
    /// OMPIRBuilder.cpp, `createTargetRegionEntryAddr`.
    private static final String REGION_ID = ".region_id";

    private final String source;
    private final List<RegionLaunch> launches = new ArrayList<>();
    private final List<KernelPrologue> prologues = new ArrayList<>();

    private String function = "";
    private List<String> parameters = List.of();

    /// The pointers to the versions of kernel arguments, with the pointer to the arguments.
    private final Map<String, String> versionFields = new HashMap<>();

    private final Map<String, Long> versions = new HashMap<>();
    private String mapTypes = "";

    IrBodies(String source) {
        this.source = source;
    }

    List<RegionLaunch> launches() {
        return launches;
    }

    List<KernelPrologue> prologues() {
        return prologues;
    }

    /// Begins the body of a function.
    ///
    /// @param names of its parameters
    void open(String name, List<String> names) {
        function = name;
        parameters = names;
        versionFields.clear();
        block();
    }

    private void block() {
        versions.clear();
        mapTypes = "";
    }

    void line(int start, int number, String text) {
        if (!text.isEmpty() && !Character.isWhitespace(text.charAt(0))) {
            block();
        } else if (text.contains(LAUNCH)) {
            launch(IrLine.of(source, start, number, text));
        } else if (text.contains(INIT)) {
            prologue(IrLine.of(source, start, number, text));
        } else if (text.contains(ARGUMENTS)) {
            arguments(text.strip());
        } else if (!versionFields.isEmpty() && text.contains("store ")) {
            store(text.strip());
        }
    }

    /// `%1 = alloca %struct.__tgt_kernel_arguments` and `%2 = getelementptr … %1, i32 0, i32 0`.
    private void arguments(String text) {
        int end = text.indexOf(" = ");
        if (end < 0) {
            return;
        }
        var name = text.substring(0, end);
        if (text.contains(" alloca ")) {
            versionFields.put(name, name);
        } else if (text.endsWith(", i32 0, i32 0")) {
            var base = text.substring(0, text.length() - ", i32 0, i32 0".length());
            versionFields.put(name, base.substring(base.lastIndexOf(' ') + 1));
        }
    }

    private void store(String text) {
        var types = MAP_TYPES.matcher(text);
        if (types.find()) {
            mapTypes = types.group(1);
            return;
        }
        var number = STORED.matcher(text);
        if (number.matches() && versionFields.containsKey(number.group(2))) {
            versions.put(versionFields.get(number.group(2)), Long.parseLong(number.group(1)));
            mapTypes = "";
        }
    }

    private void launch(IrLine line) {
        var call = new Call(line, "__tgt_target_kernel");
        if (call.operands.size() != 6) {
            return;
        }
        var region = call.global(4);
        if (region.startsWith(".") && region.endsWith(REGION_ID)) {
            launches.add(
                    new RegionLaunch(
                            region.substring(1, region.length() - REGION_ID.length()),
                            versions.getOrDefault("%" + call.local(5), 0L),
                            mapTypes,
                            call.position));
        }
        block();
    }

    private void prologue(IrLine line) {
        var call = new Call(line, "__kmpc_target_init");
        int count = call.operands.size();
        boolean passesMode = count > 2;
        prologues.add(
                new KernelPrologue(
                        function,
                        count,
                        passesMode && call.constant(1) instanceof ModuleConstant.Scalar(var mode)
                                ? mode
                                : 0,
                        passesMode ? "" : call.global(0),
                        passesMode ? -1 : parameter(call.local(1)),
                        call.position));
    }

    /// The index of the parameter called `name`. LLVM numbers values without names from parameters
    /// on, so a number below that of a parameter is no instruction's.
    private int parameter(String name) {
        int index = parameters.indexOf(name);
        boolean isBelow =
                index < 0
                        && isNumber(name)
                        && parameters.stream()
                                .filter(IrBodies::isNumber)
                                .anyMatch(own -> Long.parseLong(own) > Long.parseLong(name));
        return isBelow ? KernelPrologue.UNDEFINED : index;
    }

    private static boolean isNumber(String name) {
        return name.matches("\\d{1,9}");
    }

    /// The operands of a call of a named function.
    private static final class Call {

        private final List<List<IrToken>> operands;
        private final TextPosition position;

        Call(IrLine line, String callee) {
            var tokens = line.tokens();
            int at = 0;
            while (!line.at(at).is(Kind.GLOBAL, callee) && at < tokens.size()) {
                at++;
            }
            position = line.position(line.at(at));
            int end = at + 1;
            int depth = 0;
            while (end < tokens.size() && (depth > 0 || end == at + 1)) {
                depth += line.at(end).nesting();
                end++;
            }
            operands =
                    end - 1 > at + 2
                            ? IrConstants.split(tokens.subList(at + 2, end - 1))
                            : List.of();
        }

        /// The global in an operand; empty if there is none.
        String global(int index) {
            return text(index, Kind.GLOBAL);
        }

        String local(int index) {
            return text(index, Kind.LOCAL);
        }

        ModuleConstant constant(int index) {
            return IrConstants.typed(operands.get(index));
        }

        private String text(int index, Kind kind) {
            return index >= operands.size()
                    ? ""
                    : operands.get(index).stream()
                            .filter(token -> token.kind() == kind)
                            .findFirst()
                            .map(IrToken::text)
                            .orElse("");
        }
    }
}
