# The server as an image: `docker build -t platform .`
# The first stage builds a release. The second contains only the release and Node, without a shell.
FROM node:26.10.0-bookworm-slim AS release
WORKDIR /source
COPY . .
RUN npm ci --omit=dev && npm run release
# Strips symbols that only debuggers of Node itself need, and adds the one library that Node needs and the
# second image lacks.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils libatomic1 \
  && mkdir -p /node/usr/local/bin \
  && strip --strip-all -o /node/usr/local/bin/node /usr/local/bin/node \
  && cp --parents --dereference /usr/lib/*-linux-gnu/libatomic.so.1 /node \
  && mv release/platform-*/ /platform

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=release /node /
COPY --from=release /platform /platform
WORKDIR /platform
# The default address is not reachable from outside the container, and a user without a name has no HOME.
ENV PLATFORM_HOST=0.0.0.0 PLATFORM_PORT=4000 NODE_ENV=production HOME=/platform
USER nonroot
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s \
  CMD ["/usr/local/bin/node", "-e", "fetch('http://127.0.0.1:'+(process.env.PLATFORM_HEALTH_PORT||process.env.PLATFORM_PORT||4000)+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "server/program/src/main/serve.ts"]
