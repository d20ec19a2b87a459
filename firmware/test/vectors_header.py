"""Prints vectors.json as a C header, so that the host tests read the same examples as the Python tests."""

import json
import sys
from pathlib import Path


def literal(hexadecimal: str) -> str:
    """Those bytes as a C string literal, and their number."""
    text = "".join(f"\\x{byte:02x}" for byte in bytes.fromhex(hexadecimal))
    return f'B("{text}")'


def table(kind: str, name: str, rows: list[str]) -> None:
    """An array of structs."""
    print(f"static const struct {kind} {name}[] __attribute__((unused)) = {{")
    for row in rows:
        print(f"    {{{row}}},")
    print("};\n")


def main() -> None:
    """Reads the file named on the command line."""
    vectors = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print('#define B(text) (const uint8_t *)(text), sizeof(text) - 1\n')
    table("crc_vector", "crc_vectors", [f"{literal(v['data'])}, {v['crc']}" for v in vectors["crc"]])
    table("cobs_vector", "cobs_vectors", [f"{literal(v['plain'])}, {literal(v['encoded'])}" for v in vectors["cobs"]])
    table("message_vector", "message_vectors", [
        f"{json.dumps(v['name'])}, {int(v['direction'] == 'to board')}, {v['version']}, {v['type']}, {v['seq']}, "
        f"{literal(v['payload'])}, {literal(v['wire'])}" for v in vectors["messages"]])
    table("damaged_vector", "damaged_vectors", [
        f"{json.dumps(v['name'])}, {literal(v['wire'])}, LINK_{v['counter'].upper()}" for v in vectors["damaged"]])
    table("limit_vector", "limit_vectors", [
        f"{{{v['modules']}, {v['lights']}, {v['intensity']}, {v['lit']}, {v['sum']}}}, {v['limit_ma']}, "
        f"{{{v['intensity_shown']}, {v['scale']}, {int(v['dimmed'])}}}" for v in vectors["limit"]])


if __name__ == "__main__":
    main()
