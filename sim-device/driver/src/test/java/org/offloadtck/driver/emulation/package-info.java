@NullMarked
package org.offloadtck.driver.emulation;

import org.jspecify.annotations.NullMarked;
