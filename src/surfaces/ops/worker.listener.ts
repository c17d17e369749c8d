import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Registry } from 'prom-client';
import { ENV, type Env } from '#config/env.js';
import { asApplicationError } from '#platform/http/failure.filter.js';
import { notFound } from '#platform/errors/application-error.js';
import { failureEnvelope, JSON_TYPE, successEnvelope } from '#platform/http/envelope.js';
import { limitServer } from '#platform/http/server-limits.js';
import { OperatorGate } from './operator.gate.js';
import { ProcessMetrics } from './process.metrics.js';
import { VERSION } from '#config/version.js';

/** Serves `/health` and `/metrics` of the worker on WORKER_PORT. It is off when WORKER_PORT is 0. */
@Injectable()
export class WorkerListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(WorkerListener.name);
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly registry: Registry,
    private readonly metrics: ProcessMetrics,
    private readonly gate: OperatorGate,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.env.WORKER_PORT === 0) return;
    limitServer(this.server, this.env);
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(this.env.WORKER_PORT, this.env.HOST, resolve);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.server.listening) return;
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const [path] = (request.url ?? '').split('?');
      if (path === '/health') return reply(response, 200, successEnvelope({ status: 'ok', version: VERSION }));
      if (path !== '/metrics') throw notFound();
      if (!this.env.METRICS_OPEN) await this.gate.admit(request, response);
      const text = await this.metrics.text();
      response.writeHead(200, { 'Content-Type': this.registry.contentType }).end(text);
    } catch (error) {
      const failure = asApplicationError(error);
      if (failure.code === 'internal_error') this.log.error({ error }, 'request failed');
      reply(response, failure.status, failureEnvelope(failure));
    }
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': JSON_TYPE }).end(JSON.stringify(body));
}
