package org.offloadtck.object.check.entry;

import java.util.List;
import org.offloadtck.object.check.observation.EntryContent;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.startup.CodeValue;

/// Checks that pointers of link variables have the flag of link variables. In a program that
/// requires unified shared memory, pointers of all declared variables have the same names, and none
/// of `to` clauses has the flag. Source: LLVM 13 to 23,
/// `OpenMPIRBuilder::registerTargetGlobalVariable`.
///
/// Requirement: OC-25.
public record LinkFlagCheck(Observations observations) {

    /// `OMP_REQ_UNIFIED_SHARED_MEMORY`. Source: LLVM 14 to 23, `omptarget.h`,
    /// `OpenMPOffloadingRequiresDirFlags`.
    private static final long UNIFIED_SHARED_MEMORY = 0x8;

    /// Reports each pointer that lacks the flag; none if a clause requires unified shared memory.
    ///
    /// @param clauses the arguments of the calls that register `requires` clauses
    /// @param calls whether the file refers to the function that they call
    public void read(List<CodeValue> clauses, Calls calls) {
        var lost = observations.entries().stream().filter(LinkFlagCheck::lacksFlag).toList();
        if (lost.isEmpty() || isUnified(clauses)) {
            return;
        }
        boolean isKnown =
                switch (calls) {
                    case NONE -> true;
                    case SOME ->
                            !clauses.isEmpty()
                                    && clauses.stream()
                                            .allMatch(CodeValue.Constant.class::isInstance);
                };
        if (isKnown) {
            lost.forEach(this::report);
        } else {
            observations.skip(
                    "the flags of pointers of link variables, because the kit cannot read the"
                            + " requires clauses");
        }
    }

    /// Whether a file calls the function that registers `requires` clauses. LLVM 19 and later write
    /// an entry instead.
    public enum Calls {
        NONE,
        SOME
    }

    private static boolean lacksFlag(ObservedEntry entry) {
        return entry.kind().isOpenmp()
                && entry.content() == EntryContent.VARIABLE
                && entry.row().name().endsWith(OpenmpEntryCheck.LINK_POINTER)
                && !OpenmpEntryFlag.LINK.isIn(entry.row().fields().flags());
    }

    private boolean isUnified(List<CodeValue> clauses) {
        return clauses.stream()
                        .anyMatch(value ->
                                value instanceof CodeValue.Constant(var flags) && isUnified(flags))
                || observations.entries().stream()
                        .filter(entry -> entry.kind().isOpenmp())
                        .filter(entry -> entry.content() == EntryContent.REQUIRES)
                        .anyMatch(entry -> isUnified(entry.row().fields().data()));
    }

    private static boolean isUnified(long flags) {
        return (flags & UNIFIED_SHARED_MEMORY) != 0;
    }

    private void report(ObservedEntry entry) {
        var layout =
                switch (entry.kind()) {
                    case OffloadKindCode.Numbered _ -> EntryLayout.VERSION_1;
                    case OffloadKindCode.Named _, OffloadKindCode.Word _ -> EntryLayout.LEGACY;
                };
        new EntryFaults(observations, entry, layout)
                .flags(
                        EntryRule.LOST_LINK_FLAG,
                        "the flags of '%s' are 0x%x when they should include 0x%x: no clause requires unified shared memory"
                                .formatted(
                                        entry.row().name(),
                                        entry.row().fields().flags(),
                                        OpenmpEntryFlag.LINK.bit()));
    }
}
