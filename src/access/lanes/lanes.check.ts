import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RouteRegistry } from '#platform/http/route-registry.js';

/** Stops the boot if a route declares neither an operation nor a reason to be open. */
@Injectable()
export class LanesCheck implements OnModuleInit {
  constructor(private readonly registry: RouteRegistry) {}

  onModuleInit(): void {
    const undeclared = this.registry.routes().filter(({ operation, openBecause }) => !operation && !openBecause);
    if (undeclared.length === 0) return;
    throw new Error(`Routes without @Serves or @OpenRoute: ${undeclared.map(({ handler }) => handler).join(', ')}`);
  }
}
