/* A function and a constant that every object of a program carries a copy of. */
__asm__(".section .text.shared,\"axG\",@progbits,shared,comdat\n"
        ".weak shared\n"
        ".type shared, @function\n"
        "shared: movl $" NUMBER ", %eax\n"
        "ret\n"
        ".size shared, .-shared\n"
        ".section .rodata.shared,\"aG\",@progbits,shared,comdat\n"
        ".quad " NUMBER "\n"
        ".text\n");
int shared(void);
int OWN(void) { return shared(); }
