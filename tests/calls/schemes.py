"""The parts that mend losses, alone and together: what `run --recovery` names, and the program's options for it."""

PARTS = {
    "repair": ("--protection", "auto"),
    "retransmission": ("--retransmission", "on"),
    "references": ("--references", "on"),
}
ALL = "all"
NONE = "none"


def options(scheme):
    """KeyError for a part of none. ALL has no options: a program that knows of no recovery runs with it as well."""
    if scheme == ALL:
        return []
    parts = [] if scheme == NONE else scheme.split("+")
    for part in parts:
        PARTS[part]
    words = []
    for part, (option, on) in PARTS.items():
        words += [option, on if part in parts else "off"]
    return words


def folder_name(controller, scheme, secure=False):
    """Results of ALL lie where those of programs without recovery do, those of plain RTP where those of programs without
    another way do."""
    name = controller if scheme == ALL else f"{controller}.{scheme}"
    return f"{name}.secure" if secure else name
