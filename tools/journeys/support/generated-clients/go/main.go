// Prints why each attempt of a delivery failed, as the generated client reads it.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
)

type failure struct {
	Succeeded bool   `json:"succeeded"`
	Class     string `json:"class"`
	Detail    string `json:"detail"`
}

func main() {
	url, apiKey, project, delivery := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	client, err := NewClientWithResponses(url, WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-Api-Key", apiKey)
			return nil
		}))
	if err != nil {
		log.Fatal(err)
	}
	reply, err := client.ListAttemptsWithResponse(context.Background(), project, delivery)
	if err != nil {
		log.Fatal(err)
	}
	if reply.JSON200 == nil {
		log.Fatal(reply.Status(), string(reply.Body))
	}
	failures := []failure{}
	for _, one := range *reply.JSON200 {
		failures = append(failures, failure{one.Succeeded, string(one.Error.Class), one.Error.Detail})
	}
	if err := json.NewEncoder(os.Stdout).Encode(failures); err != nil {
		log.Fatal(err)
	}
}
