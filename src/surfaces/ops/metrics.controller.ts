import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Registry } from 'prom-client';
import { ENV, type Env } from '#config/env.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { OperatorGate } from './operator.gate.js';
import { ProcessMetrics } from './process.metrics.js';

/** Metrics for Prometheus. They need operator credentials unless METRICS_OPEN is set. */
@Controller('metrics')
@OpenRoute('operators have separate credentials')
export class MetricsController {
  constructor(
    private readonly registry: Registry,
    private readonly metrics: ProcessMetrics,
    private readonly gate: OperatorGate,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    if (!this.env.METRICS_OPEN) await this.gate.admit(request, response);
    response.setHeader('Content-Type', this.registry.contentType);
    return this.metrics.text();
  }
}
