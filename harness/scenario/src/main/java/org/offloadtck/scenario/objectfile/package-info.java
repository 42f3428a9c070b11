/// Steps of the stages that embed and inspect device code in object files: `offload-binary`,
/// `fat-object` and `object-check`.
@NullMarked
package org.offloadtck.scenario.objectfile;

import org.jspecify.annotations.NullMarked;
