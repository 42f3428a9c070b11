@NullMarked
package org.offloadtck.scenario.executable;

import org.jspecify.annotations.NullMarked;
