package org.offloadtck.object.check.module;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// An indirect call in the body of a function of LLVM IR.
///
/// Requirements: IC-09, IC-10, IC-11, IC-12, IC-13, IC-14, IC-15, IC-36.
///
/// @param callee the called value, without its sigil
/// @param line of the call, from 1
/// @param translator the function of the device runtime that translated the pointer before the
///   call; empty if the pointer is called untranslated
/// @see "declare_target_indirect.md, Run-time dispatch in device code"
public record IndirectCall(String callee, int line, String translator) {

    /// The name of the translating function in the design document, and the name that compilers use
    /// since LLVM 23.
    private static final List<String> TRANSLATORS =
            List.of("__kmpc_target_translate_fptr", "__llvm_omp_indirect_call_lookup");

    private static final Pattern CALL =
            Pattern.compile("\\b(?:call|invoke)\\s[^@%]*%([-\\w.$]+)\\(");

    private static final Pattern CALL_OF_FUNCTION =
            Pattern.compile("%([-\\w.$]+) = (?:[a-z]+ )?(?:call|invoke)\\s[^@]*@([-\\w.$]+)\\(.*");

    private static final Pattern CAST =
            Pattern.compile("%([-\\w.$]+) = (?:bitcast|addrspacecast) .* %([-\\w.$]+) to .*");

    private static final String DEFINITION = "define ";

    /// The indirect calls in the module `text`, in file order.
    public static List<IndirectCall> findAll(String text) {
        var calls = new ArrayList<IndirectCall>();
        Map<String, String> translated = new HashMap<>();
        int number = 0;
        for (var line : text.lines().map(String::strip).toList()) {
            number++;
            if (line.startsWith(DEFINITION)) {
                translated.clear();
            }
            note(line, translated);
            var call = CALL.matcher(line);
            if (call.find()) {
                var callee = call.group(1);
                calls.add(new IndirectCall(callee, number, translated.getOrDefault(callee, "")));
            }
        }
        return List.copyOf(calls);
    }

    private static void note(String line, Map<String, String> translated) {
        var call = CALL_OF_FUNCTION.matcher(line);
        if (call.matches() && TRANSLATORS.contains(call.group(2))) {
            translated.put(call.group(1), call.group(2));
        }
        var cast = CAST.matcher(line);
        if (cast.matches() && translated.containsKey(cast.group(2))) {
            translated.put(cast.group(1), translated.get(cast.group(2)));
        }
    }
}
