import { Injectable, type OnModuleInit } from '@nestjs/common';
import { scopeOf, SCOPES } from '#access/policy/key.scopes.js';
import { RouteRegistry } from '#platform/http/route-registry.js';

/** Stops the boot if a route declares neither an operation nor a reason to be open, or if its operation needs an unknown scope. */
@Injectable()
export class LanesCheck implements OnModuleInit {
  constructor(private readonly registry: RouteRegistry) {}

  onModuleInit(): void {
    const routes = this.registry.routes();
    const undeclared = routes.filter(({ operation, openBecause }) => !operation && !openBecause);
    if (undeclared.length > 0) {
      throw new Error(`Routes without @Serves or @OpenRoute: ${undeclared.map(({ handler }) => handler).join(', ')}`);
    }
    const known: readonly (string | null)[] = [...SCOPES, null];
    const unknown = routes.flatMap(({ operation }) =>
      operation && !known.includes(scopeOf(operation)) ? [operation] : [],
    );
    if (unknown.length > 0)
      throw new Error(`Operations with an unknown scope: ${unknown.map(({ id }) => id).join(', ')}`);
  }
}
