# Build stage: all packages, including the compiler. No package needs its install script: the build is plain JavaScript.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --omit=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# Only the packages that the running service needs, all of them plain JavaScript, so that nothing has to be rebuilt.
# PostgreSQL and Valkey run as separate services.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# One image for several commands: API (default), worker, and the operator's command line as `qualm`.
FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data NODE_OPTIONS=--enable-source-maps
WORKDIR /app
RUN mkdir /data && chown node:node /data && ln -s /app/dist/cli.js /usr/local/bin/qualm
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY scripts scripts
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/v1/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
