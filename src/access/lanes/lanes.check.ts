import { Injectable, type OnModuleInit } from '@nestjs/common';
import { scopeOf, SCOPES } from '#access/policy/key.scopes.js';
import { RIGHTS, rightOf } from '#access/policy/rights.js';
import type { Operation } from '#platform/operations/operation.js';
import { RouteRegistry } from '#platform/http/route-registry.js';

/** Stops the boot if a route declares neither an operation nor a reason to be open, or if its operation needs an unknown scope or right. */
@Injectable()
export class LanesCheck implements OnModuleInit {
  constructor(private readonly registry: RouteRegistry) {}

  onModuleInit(): void {
    const routes = this.registry.routes();
    const undeclared = routes.filter(({ operation, openBecause }) => !operation && !openBecause);
    if (undeclared.length > 0) {
      throw new Error(`Routes without @Serves or @OpenRoute: ${undeclared.map(({ handler }) => handler).join(', ')}`);
    }
    const scopes: readonly (string | null)[] = [...SCOPES, null];
    const operations = routes.flatMap(({ operation }) => operation ?? []);
    refuse(
      'scope',
      operations.filter((operation) => !scopes.includes(scopeOf(operation))),
    );
    refuse(
      'right',
      operations.filter((operation) => !(rightOf(operation) in RIGHTS)),
    );
  }
}

function refuse(what: string, operations: readonly Operation[]): void {
  if (operations.length === 0) return;
  throw new Error(`Operations with an unknown ${what}: ${operations.map(({ id }) => id).join(', ')}`);
}
