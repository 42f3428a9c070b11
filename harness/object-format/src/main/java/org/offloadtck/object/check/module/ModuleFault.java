package org.offloadtck.object.check.module;

import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.ir.TextPosition;

/// A fault of a module.
///
/// @param symbol the symbol at fault
/// @param position in the module; the start of the file for a missing symbol of which the file has
///   no row
/// @param problem what is wrong and what is expected
public record ModuleFault(ModuleRule rule, String symbol, TextPosition position, String problem) {}
