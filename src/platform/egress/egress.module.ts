import { Module } from '@nestjs/common';
import { EgressClient } from './egress.client.js';
import { HostResolver } from './host.resolver.js';

/** The client for addresses that customers choose. */
@Module({ providers: [EgressClient, HostResolver], exports: [EgressClient] })
export class EgressModule {}
