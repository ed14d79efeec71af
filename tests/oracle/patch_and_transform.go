// patch_and_transform says what function-patch-and-transform makes of inputs before it looks at a composite resource.
//
// Put it and shapes.go (without its other callers) beside the sources of the function in place of their main.go:
//
//	git clone https://github.com/crossplane-contrib/function-patch-and-transform && git checkout 55116ae && go build
//
// With an argument it prints the shapes of the input; else it answers lines of {"id", "input"}.
package main

import (
	"bufio"
	stdjson "encoding/json"
	"log"
	"os"

	"github.com/crossplane-contrib/function-patch-and-transform/input/v1beta1"
	"github.com/crossplane/crossplane-runtime/v2/pkg/errors"
	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/crossplane/function-sdk-go/request"
	"github.com/crossplane/function-sdk-go/resource/composed"
	"google.golang.org/protobuf/types/known/structpb"
	"k8s.io/apimachinery/pkg/util/json"
)

func main() {
	if len(os.Args) > 1 {
		write(map[string]any{"pt.fn.crossplane.io/v1beta1, Resources": v1beta1.Resources{}}, true)
		return
	}
	requests := bufio.NewScanner(os.Stdin)
	requests.Buffer(make([]byte, 1<<20), 1<<26)
	answers := stdjson.NewEncoder(os.Stdout)
	answers.SetEscapeHTML(false)
	for requests.Scan() {
		var asked struct {
			ID    string          `json:"id"`
			Input stdjson.RawMessage `json:"input"`
		}
		if err := json.Unmarshal(requests.Bytes(), &asked); err != nil {
			log.Fatal(err)
		}
		answer := ""
		if err := judge(asked.Input); err != nil {
			answer = err.Error()
		}
		if err := answers.Encode(map[string]any{"id": asked.ID, "answer": answer}); err != nil {
			log.Fatal(err)
		}
	}
}

// judge follows RunFunction of fn.go for the first step of a pipeline, without patches.
func judge(raw []byte) error {
	given := &structpb.Struct{}
	if err := given.UnmarshalJSON(raw); err != nil {
		return errors.Wrap(err, "cannot unmarshal input for Composition pipeline step")
	}
	input := &v1beta1.Resources{}
	if err := request.GetInput(&fnv1.RunFunctionRequest{Input: given}, input); err != nil {
		return errors.Wrap(err, "cannot get Function input")
	}
	if err := ValidateResources(input); err != nil {
		return errors.Wrap(err, "invalid Function input")
	}
	templates, err := ComposedTemplates(input.PatchSets, input.Resources)
	if err != nil {
		return errors.Wrap(err, "cannot resolve PatchSets")
	}
	desired := map[string]bool{}
	for _, one := range templates {
		if one.Base == nil && !desired[one.Name] {
			return errors.Errorf("composed resource %q has no base template, and was not produced by a previous Function in the pipeline", one.Name)
		}
		if one.Base != nil {
			if err := json.Unmarshal(one.Base.Raw, composed.New()); err != nil {
				return errors.Wrapf(err, "cannot parse base template of composed resource %q", one.Name)
			}
		}
		desired[one.Name] = true
	}
	return nil
}
