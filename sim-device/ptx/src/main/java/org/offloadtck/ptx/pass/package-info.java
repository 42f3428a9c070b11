/// Passes over PTX functions: analyses of registers, and rewrites that replace instructions and
/// parameters by simpler ones before a function is decoded.
///
/// The one rule: a pass takes a [org.offloadtck.ptx.ir.Function] and does not change it; a rewrite
/// returns a new function with the same behaviour.
///
/// It has more than 15 types because each family of instructions that is replaced has a rewrite of
/// its own.
///
/// Start at [LiveIntervals] for the analyses, at [FunctionRewriter] for the rewrites.
@NullMarked
package org.offloadtck.ptx.pass;

import org.jspecify.annotations.NullMarked;
