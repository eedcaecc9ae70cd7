# Builds the server and the web client, and leaves the tools for that behind. docs/operations.md says how to run it.

FROM node:26.10.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY client/package.json client/
COPY web/package.json web/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
# No scripts: they would build before the sources are here, and fetch the runtime that this image has already.
RUN npm ci --ignore-scripts
COPY . .
# Of the sources, the server reads only the files that are not code.
RUN node web/build.ts && node server/build/build.ts && find server/src -name "*.ts" -delete

FROM node:26.10.0-bookworm-slim AS libraries
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY client/package.json client/
COPY web/package.json web/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
RUN npm ci --ignore-scripts --omit=dev --workspace=@parley/server

FROM node:26.10.0-bookworm-slim
LABEL org.opencontainers.image.title="Parley" org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production PARLEY_HOST=0.0.0.0 PARLEY_DATA=/data
WORKDIR /app
RUN install -d -m 0700 -o node -g node /data \
  && printf '#!/bin/sh\nexec node /app/server/dist/parley.js "$@"\n' > /usr/local/bin/parley \
  && chmod 0755 /usr/local/bin/parley
COPY --from=libraries /build/node_modules node_modules
COPY --from=build /build/server/package.json server/package.json
COPY --from=build /build/server/src server/src
COPY --from=build /build/server/dist server/dist
COPY --from=build /build/web/dist web/dist
COPY --from=build /build/web/src/styles/tokens.css web/src/styles/tokens.css
COPY --from=build /build/docs/help docs/help
COPY --from=build /build/docs/integrations docs/integrations
# Everything above belongs to root, so the server cannot change itself. It only writes to /data, and the file system can be read-only.
USER node
VOLUME /data
EXPOSE 9800
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=2s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PARLEY_PORT || 9800}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm or a shell: signals must reach the server.
ENTRYPOINT ["node", "--max-semi-space-size=32", "/app/server/dist/main.js"]
