# Builds a package without Node, which the image has already, and leaves everything else behind. docs/operations.md says how to run it.

FROM node:26.10.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY client/package.json client/
COPY web/package.json web/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
# No scripts: they would build before the sources are here.
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npm run -s package -- --without-node --directory /parley

FROM node:26.10.0-bookworm-slim
LABEL org.opencontainers.image.title="Parley" org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production PARLEY_HOST=0.0.0.0 PARLEY_DATA=/data
WORKDIR /app
RUN install -d -m 0700 -o node -g node /data && ln -s /app/parley /usr/local/bin/parley
COPY --from=build /parley /app
# Everything above belongs to root, so the server cannot change itself. It only writes to /data, and the file system can be read-only.
USER node
VOLUME /data
EXPOSE 9800
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=2s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PARLEY_PORT || 9800}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals must reach the server. `parley` replaces itself with it.
ENTRYPOINT ["/app/parley", "serve"]
