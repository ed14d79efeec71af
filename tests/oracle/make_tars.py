"""Asks Go's archive/tar what it reads in odd tars, and keeps its answers in tars.json.

    python tests/oracle/make_tars.py

It needs Go (the answers are those of 1.26); tests read the stored answers and do not.
"""

import base64
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from builders.oci.odd_tars import odd_tars  # noqa: E402

STORE = Path(__file__).with_name("tars.json")
PROGRAM = """
package main
import ("archive/tar"; "bytes"; "encoding/json"; "fmt"; "io"; "os")
func main() {
  var tars [][]byte
  json.NewDecoder(os.Stdin).Decode(&tars)
  for _, data := range tars {
    entries, reader := [][]any{}, tar.NewReader(bytes.NewReader(data))
    for {
      one, err := reader.Next()
      if err == io.EOF { break }
      if err != nil { entries = append(entries, []any{err.Error()}); break }
      body, err := io.ReadAll(io.LimitReader(reader, 5000))
      fault := ""
      if err != nil { fault = err.Error() }
      entries = append(entries, []any{[]byte(one.Name), []byte(one.Linkname), string(rune(one.Typeflag)), one.Size,
        one.Mode, one.Uid, one.Gid, one.Devmajor, one.Devminor, body, fault})
      if err != nil { break }
    }
    line, _ := json.Marshal(entries)
    fmt.Println(string(line))
  }
}
"""


def main() -> None:
    """Asks, and writes the store: for each tar its entries, and last what stops the reader."""
    asked = json.dumps([base64.b64encode(data).decode() for data in odd_tars().values()])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "main.go")
        path.write_text(PROGRAM, encoding="utf-8")
        done = subprocess.run(["go", "run", str(path)], input=asked, text=True, capture_output=True, check=True)
    found = dict(zip(odd_tars(), map(json.loads, done.stdout.splitlines()), strict=True))
    rows = ",\n".join(f"{json.dumps(case)}: {json.dumps(answer)}" for case, answer in found.items())
    STORE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
