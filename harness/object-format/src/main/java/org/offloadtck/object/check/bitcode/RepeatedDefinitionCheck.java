package org.offloadtck.object.check.bitcode;

import java.util.HashMap;
import java.util.List;
import org.offloadtck.object.bitcode.BitcodeGlobal;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck.OpenedBitcode;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.BitcodeRule;

/// Finds symbols that two inputs of one device link define, both not weak.
///
/// Requirement: OC-53.
record RepeatedDefinitionCheck(Observations observations) {

    void read(List<OpenedBitcode> inputs) {
        var first = new HashMap<String, OpenedBitcode>();
        for (var input : inputs) {
            for (var module : input.file().modules()) {
                module.globals().stream()
                        .filter(global -> global.isStrong() && global.isGlobal())
                        .forEach(global -> define(global, input, first));
            }
        }
    }

    private void define(
            BitcodeGlobal global, OpenedBitcode input, HashMap<String, OpenedBitcode> first) {
        var other = first.putIfAbsent(global.name(), input);
        if (other != null && other.offset() != input.offset()) {
            observations.add(
                    ModuleTarget.of(input.triple()).isAmd()
                            ? BitcodeRule.DEFINED_TWICE
                            : BitcodeRule.DEFINED_TWICE_IN_LTO,
                    input.section(),
                    global.offset(),
                    "'%s' is defined in the images at 0x%x and 0x%x when one should define it"
                            .formatted(global.name(), other.offset(), input.offset()));
        }
    }
}
