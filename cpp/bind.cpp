// The only file that knows Python: the doors of the compiled core.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

NB_MODULE(_core, m) { m.doc() = "The compiled core of Linefall."; }
