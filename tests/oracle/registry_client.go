// registry_client prints what go-containerregistry makes of an image in a registry: head, image, config, layers, tags.
//
//	go mod init client && go get github.com/google/go-containerregistry@v0.21.8 && go build
//	./client 127.0.0.1:5000/acme/pkg:v1.2.0
//
// With 0.19.2, 0.20.7 and 0.21.8 it is the client of Crossplane 1.20, 2.2 and 2.4: `check --crossplane` says of a
// registry that misbehaves what the one of its version says. Credentials are those of DOCKER_CONFIG.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

func main() {
	ref, err := name.ParseReference(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	limited, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	options := []remote.Option{remote.WithContext(limited), remote.WithAuthFromKeychain(authn.DefaultKeychain)}
	said := map[string]string{}
	say := func(what string, err error, found any) {
		if said[what] = fmt.Sprint(found); err != nil {
			said[what] = err.Error()
		}
	}
	head, err := remote.Head(ref, options...)
	say("head", err, head)
	tags, err := remote.List(ref.Context(), options...)
	say("tags", err, tags)
	image, err := remote.Image(ref, options...)
	say("image", err, "")
	if err == nil {
		read(image, say)
	}
	json.NewEncoder(os.Stdout).Encode(said)
}

// read reads all of an image, as the package manager does in the end.
func read(image v1.Image, say func(string, error, any)) {
	config, err := image.ConfigFile()
	say("config", err, config)
	layers, err := image.Layers()
	say("layers", err, len(layers))
	for number, layer := range layers {
		what, size := fmt.Sprintf("layer %d", number), int64(0)
		content, err := layer.Uncompressed()
		if err == nil {
			size, err = io.Copy(io.Discard, content)
		}
		say(what, err, size)
	}
}
