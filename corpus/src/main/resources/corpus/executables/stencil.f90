! A Jacobi solver: allocatable grids of a module, assumed-shape dummies, a reduction to the maximum.
module grids
  implicit none
  real(8), allocatable, target :: u(:, :), v(:, :)
contains
  subroutine start(n, m)
    integer, intent(in) :: n, m
    allocate (u(0:n + 1, 0:m + 1), v(0:n + 1, 0:m + 1))
    u = 0
    u(0, :) = 1
    v = u
    !$omp target enter data map(to: u, v)
  end subroutine
  subroutine sweep(from, to, n, m, change)
    integer, intent(in) :: n, m
    real(8), intent(in) :: from(0:, 0:)
    real(8), intent(inout) :: to(0:, 0:)
    real(8), intent(out) :: change
    integer :: i, j
    change = 0
    !$omp target teams distribute parallel do collapse(2) reduction(max: change) map(tofrom: change)
    do j = 1, m
      do i = 1, n
        to(i, j) = 0.25d0 * (from(i - 1, j) + from(i + 1, j) + from(i, j - 1) + from(i, j + 1))
        change = max(change, abs(to(i, j) - from(i, j)))
      end do
    end do
  end subroutine
  subroutine finish
    !$omp target exit data map(from: u) map(release: v)
  end subroutine
end module
program stencil
  use grids
  implicit none
  integer, parameter :: n = 12, m = 9
  real(8) :: a(0:n + 1, 0:m + 1), b(0:n + 1, 0:m + 1), change, expected
  integer :: step
  call start(n, m)
  a = 0
  a(0, :) = 1
  b = a
  do step = 1, 10
    call sweep(u, v, n, m, change)
    call sweep(v, u, n, m, change)
    b(1:n, 1:m) = 0.25d0 * (a(0:n - 1, 1:m) + a(2:n + 1, 1:m) + a(1:n, 0:m - 1) + a(1:n, 2:m + 1))
    a(1:n, 1:m) = 0.25d0 * (b(0:n - 1, 1:m) + b(2:n + 1, 1:m) + b(1:n, 0:m - 1) + b(1:n, 2:m + 1))
    expected = maxval(abs(a - b))
    if (abs(change - expected) > 1d-15) error stop "change"
  end do
  call finish
  if (maxval(abs(u - a)) > 1d-14) error stop "u"
  print '(a)', "ok"
end program
