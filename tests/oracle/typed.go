// typed decodes packages as the package manager does and writes their objects again, with every field that it adds.
//
//	go mod init typed && go get github.com/crossplane/crossplane-runtime/v2@v2.4.0 && go build
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log"
	"os"
	"strings"

	"github.com/crossplane/crossplane-runtime/v2/pkg/xpkg"
	"github.com/crossplane/crossplane-runtime/v2/pkg/xpkg/parser"
)

func main() {
	meta, err := xpkg.BuildMetaScheme()
	if err != nil {
		log.Fatal(err)
	}
	objects, err := xpkg.BuildObjectScheme()
	if err != nil {
		log.Fatal(err)
	}
	requests := bufio.NewScanner(os.Stdin)
	requests.Buffer(make([]byte, 1<<20), 1<<26)
	answers := json.NewEncoder(os.Stdout)
	for requests.Scan() {
		var request struct{ ID, Text string }
		if err := json.Unmarshal(requests.Bytes(), &request); err != nil {
			log.Fatal(err)
		}
		text := io.NopCloser(strings.NewReader(request.Text))
		pkg, err := parser.New(meta, objects).Parse(context.Background(), text)
		if err != nil {
			log.Fatal(request.ID, ": ", err)
		}
		var documents []string
		for _, object := range pkg.GetObjects() {
			raw, err := json.Marshal(object)
			if err != nil {
				log.Fatal(err)
			}
			documents = append(documents, string(raw))
		}
		answer := map[string]any{"id": request.ID, "answer": strings.Join(documents, "\n---\n")}
		if err := answers.Encode(answer); err != nil {
			log.Fatal(err)
		}
	}
}
