import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RouteRegistry } from '#platform/http/route-registry.js';

/** Stops the boot when a route declares neither the operation it serves nor why it is open. */
@Injectable()
export class LanesCheck implements OnModuleInit {
  constructor(private readonly registry: RouteRegistry) {}

  onModuleInit(): void {
    const undeclared = this.registry.routes().filter(({ operation, openBecause }) => !operation && !openBecause);
    if (undeclared.length === 0) return;
    throw new Error(`Routes without a lane: ${undeclared.map(({ handler }) => handler).join(', ')}`);
  }
}
