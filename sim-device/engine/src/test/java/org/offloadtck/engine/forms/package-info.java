/// Forms of PTX instructions with operands, whose results on a GPU are compared with the
/// simulator's.
///
/// The one rule: kernels and operands are the same on every machine, so that results that a GPU
/// gave once are compared with those of every later build.
///
/// Start at [Forms]; [WriteForms] writes what a GPU needs, [DeviceResultsTest] compares.
@NullMarked
package org.offloadtck.engine.forms;

import org.jspecify.annotations.NullMarked;
