/// Tests of toolchains as processes; stand-ins for tools are shell scripts.
@NullMarked
package org.offloadtck.implementation.external;

import org.jspecify.annotations.NullMarked;
