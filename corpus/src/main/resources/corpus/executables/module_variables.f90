! Declare target: variables, subroutines and recursive functions of a module, a link variable, a common block.
module lattice
  implicit none
  integer, parameter :: n = 16
  real(8) :: table(n) = 1
  integer :: steps = 3
  real(8), allocatable :: field(:)
  real(8) :: large(n)
  !$omp declare target(table, steps, field)
  !$omp declare target link(large)
contains
  pure real(8) function weight(i) result(w)
    !$omp declare target
    integer, intent(in) :: i
    w = table(i) * steps
  end function
  subroutine advance(x, k)
    !$omp declare target
    real(8), intent(inout) :: x(:)
    integer, intent(in) :: k
    integer :: i
    do i = 1, size(x)
      x(i) = x(i) + weight(i) * k
    end do
  end subroutine
  recursive integer function fib(k) result(f)
    !$omp declare target
    integer, intent(in) :: k
    if (k < 2) then
      f = k
    else
      f = fib(k - 1) + fib(k - 2)
    end if
  end function
end module
program module_variables
  use lattice
  implicit none
  real(8) :: x(n), c(4)
  integer :: i, f
  common /shared/ c
  !$omp declare target(/shared/)
  table = [(i, i = 1, n)]
  steps = 2
  !$omp target update to(table, steps)
  x = 0
  !$omp target map(tofrom: x)
  call advance(x, 10)
  table(1) = 99
  !$omp end target
  if (any(x /= [(20d0 * i, i = 1, n)])) error stop "x"
  !$omp target update from(table)
  if (table(1) /= 99) error stop "table"
  !$omp target map(from: f)
  f = fib(12)
  !$omp end target
  if (f /= 144) error stop "fib"
  allocate (field(n))
  field = 2
  !$omp target enter data map(to: field)
  !$omp target teams distribute parallel do
  do i = 1, n
    field(i) = field(i) + i
  end do
  !$omp target exit data map(from: field)
  if (any(field /= [(2d0 + i, i = 1, n)])) error stop "field"
  large = 4
  !$omp target map(tofrom: large)
  do i = 1, n
    large(i) = large(i) * i
  end do
  !$omp end target
  if (any(large /= [(4d0 * i, i = 1, n)])) error stop "large"
  c = 1
  !$omp target update to(/shared/)
  !$omp target
  c = c + [1, 2, 3, 4]
  !$omp end target
  !$omp target update from(/shared/)
  if (any(c /= [2, 3, 4, 5])) error stop "c"
  print '(a)', "ok"
end program
