/// Steps of the stage `wrapper`: linked images in an object that registers them.
///
/// [WrappedImages] is the input and the wrapper object of a scenario. The steps verify the object
/// itself, with programs that read objects, with other wrappers and compilers, and in programs that
/// are linked with it. Start at [WrapperSteps].
@NullMarked
package org.offloadtck.scenario.wrapper;

import org.jspecify.annotations.NullMarked;
