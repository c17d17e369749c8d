import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';

/** The registry in which everybody keeps their counters; `surfaces/ops` shows it. */
@Global()
@Module({ providers: [{ provide: Registry, useFactory: () => new Registry() }], exports: [Registry] })
export class MetricsModule {}
