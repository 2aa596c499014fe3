"""Fails when a program holds newer instructions outside of the functions of their level.

    python check_levels.py OBJDUMP PROGRAM...

Such a function would be run by old processors too. See cpp/isa.hpp for how it can come about.
"""

import re
import subprocess
import sys

FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
# A function of a level, or a clone that the compiler made for the callers in one object alone.
HARMLESS = re.compile(r"linefall::v[34]::|\[clone \.(isra|constprop|part)\b")
# AVX in all its forms begins with v; the others are BMI, BMI2, LZCNT, POPCNT and MOVBE.
NEWER = re.compile(
    r"^\s*[0-9a-f]+:\s+(v[a-z0-9]+|sh[lr]x|sarx|rorx|mulx|andn|bextr|bls[ir]|blsmsk|p(dep|ext)"
    r"|lzcnt|popcnt|movbe)\b"
)


def misplaced(listing: str) -> set[str]:
    """Finds the functions that hold newer instructions but could be run by any processor."""
    wrong, function = set(), ""
    for line in listing.splitlines():
        if found := FUNCTION.match(line):
            function = found[1]
        elif NEWER.match(line) and not HARMLESS.search(function):
            wrong.add(function)
    return wrong


def disassembled(objdump: str, program: str) -> str:
    """Lists the instructions of a program."""
    command = [objdump, "--disassemble", "--demangle", "--no-show-raw-insn", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main(objdump: str, *programs: str) -> int:
    """Checks the programs; status 1 when something is misplaced, or there was nothing to see."""
    listings = {program: disassembled(objdump, program) for program in programs}
    if not any(NEWER.search(line) for text in listings.values() for line in text.splitlines()):
        print("no newer instructions anywhere: this check sees nothing")
        return 1
    wrong = {(program, name) for program, text in listings.items() for name in misplaced(text)}
    for program, name in sorted(wrong):
        print(f"{program}: newer instructions outside of their level: {name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
