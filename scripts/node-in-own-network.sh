#!/bin/sh
# Starts Node with these arguments in a network namespace of its own, whose loopback interface works.
exec unshare --net sh -c 'ip link set lo up && exec "$NODE_IN_OWN_NETWORK" "$@"' sh "$@"
