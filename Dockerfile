# The service in a container: `docker build -t commentdock .`, with Chromium for the platforms that need a browser:
# `docker build --build-arg CHROMIUM=yes -t commentdock .`. docs/hosting.md has how it is reached and kept.

FROM node:24-bookworm-slim AS build
ENV ELECTRON_SKIP_BINARY_DOWNLOAD=1
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm pack --pack-destination /built \
  && npm install --global --prefix /program --ignore-scripts --omit=dev /built/commentdock-*.tgz

FROM node:24-bookworm-slim
ARG CHROMIUM=no
RUN if [ "$CHROMIUM" = yes ]; then \
    apt-get update \
    && apt-get install --yes --no-install-recommends chromium fonts-noto-cjk fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/*; \
  fi \
  && install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /program /program
# The port is mapped to the machine itself, where nobody stands between. A public address of yours takes the place of localhost.
ENV PATH=/program/bin:$PATH \
  COMMENTDOCK_DATA_DIR=/data \
  COMMENTDOCK_HOST=0.0.0.0 \
  COMMENTDOCK_PUBLIC_URL=http://localhost:4780 \
  COMMENTDOCK_ALLOWED_HOSTS=localhost:4780 \
  COMMENTDOCK_ALLOW_PLAIN_HTTP=1 \
  COMMENTDOCK_VAULT=file
USER node
# Where a command without --out leaves its files: they go with the container, the service keeps its own in /data.
WORKDIR /tmp
VOLUME /data
EXPOSE 4780
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.COMMENTDOCK_PORT || 4780}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["commentdock"]
CMD ["serve"]
