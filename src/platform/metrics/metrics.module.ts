import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';

/** The metrics registry of the process, which `surfaces/ops` serves. */
@Global()
@Module({ providers: [{ provide: Registry, useFactory: () => new Registry() }], exports: [Registry] })
export class MetricsModule {}
