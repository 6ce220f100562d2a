// Serves Google's own fake of Pub/Sub (pstest) by HTTP and JSON, as the service does: each method of
// the REST API that tests use is passed on by gRPC. Ends when its standard input is closed.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"

	pb "cloud.google.com/go/pubsub/v2/apiv1/pubsubpb"
	"cloud.google.com/go/pubsub/v2/pstest"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// https://cloud.google.com/apis/design/errors#handling_errors
var httpStatus = map[codes.Code]int{
	codes.InvalidArgument: 400, codes.NotFound: 404, codes.AlreadyExists: 409, codes.Internal: 500,
}

func main() {
	fake := pstest.NewServer()
	connection, err := grpc.NewClient(fake.Addr,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallSendMsgSize(1<<26), grpc.MaxCallRecvMsgSize(1<<26)))
	check(err)
	publisher, subscriber := pb.NewPublisherClient(connection), pb.NewSubscriberClient(connection)

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Printf("Running on http://%s\n", listener.Addr())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	check(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, method, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v1/"), ":")
		body, err := io.ReadAll(r.Body)
		check(err)
		answer := func(request proto.Message, call func(context.Context) (proto.Message, error)) {
			if err := protojson.Unmarshal(body, request); err != nil {
				reject(w, status.New(codes.InvalidArgument, err.Error()))
				return
			}
			reply, err := call(r.Context())
			if err != nil {
				reject(w, status.Convert(err))
				return
			}
			text, err := protojson.Marshal(reply)
			check(err)
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(text)
		}
		switch {
		case r.Method == "PUT" && strings.Contains(name, "/topics/"):
			topic := &pb.Topic{}
			answer(topic, func(c context.Context) (proto.Message, error) {
				topic.Name = name
				return publisher.CreateTopic(c, topic)
			})
		case r.Method == "PUT":
			subscription := &pb.Subscription{}
			answer(subscription, func(c context.Context) (proto.Message, error) {
				subscription.Name = name
				return subscriber.CreateSubscription(c, subscription)
			})
		case method == "publish":
			request := &pb.PublishRequest{}
			answer(request, func(c context.Context) (proto.Message, error) {
				request.Topic = name
				return publisher.Publish(c, request)
			})
		case method == "pull":
			request := &pb.PullRequest{}
			answer(request, func(c context.Context) (proto.Message, error) {
				request.Subscription = name
				return subscriber.Pull(c, request)
			})
		case method == "acknowledge":
			request := &pb.AcknowledgeRequest{}
			answer(request, func(c context.Context) (proto.Message, error) {
				request.Subscription = name
				return subscriber.Acknowledge(c, request)
			})
		default:
			reject(w, status.New(codes.NotFound, "No such method."))
		}
	})))
}

func reject(w http.ResponseWriter, failure *status.Status) {
	code := httpStatus[failure.Code()]
	if code == 0 {
		code = 500
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
		"code": code, "message": failure.Message(), "status": screaming(failure.Code().String()),
	}})
}

// Returns the name as in JSON: NOT_FOUND for NotFound.
func screaming(name string) string {
	var text strings.Builder
	for index, letter := range name {
		if index > 0 && letter >= 'A' && letter <= 'Z' {
			text.WriteByte('_')
		}
		text.WriteRune(letter)
	}
	return strings.ToUpper(text.String())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
