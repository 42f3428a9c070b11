#include "driver.h"

int main(void) {
    for (int value = -1; value < 2000; value++) {
        const char *name;
        const char *words;
        if (cuGetErrorName(value, &name) == 0) {
            EXPECT(0, cuGetErrorString(value, &words));
            printf("%d %s %s\n", value, name, words);
        } else {
            EXPECT(1, cuGetErrorString(value, &words));
            EXPECT(0, words != NULL);
        }
    }
    return 0;
}
