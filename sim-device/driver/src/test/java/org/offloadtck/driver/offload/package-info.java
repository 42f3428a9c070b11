@NullMarked
package org.offloadtck.driver.offload;

import org.jspecify.annotations.NullMarked;
