@NullMarked
package org.offloadtck.driver;

import org.jspecify.annotations.NullMarked;
