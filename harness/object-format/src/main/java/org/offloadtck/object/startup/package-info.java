/// Reads what a host file does when a program starts and exits: the functions of its initialization
/// and finalization arrays, the functions that these call, and the first argument of each call.
///
/// The rule: names of local symbols are never needed. Functions, arguments and imports are found by
/// relocations, addresses and instructions, so a stripped file reads like any other. What cannot be
/// decoded is marked as such ([FunctionTrace#isWhole]).
///
/// Start at [StartupCode].
@NullMarked
package org.offloadtck.object.startup;

import org.jspecify.annotations.NullMarked;
