static int s = 3;
#pragma omp declare target to(s)
int kern(int n){
#pragma omp target map(tofrom:n)
 n+=s;
 return n;}
