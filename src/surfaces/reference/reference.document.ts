import { Inject, Injectable } from '@nestjs/common';
import { PaidActions } from '#accounts/runs/paid-actions.js';
import { ENV, type Env } from '#config/env.js';
import type { Operation } from '#platform/operations/operation.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { describeService } from './openapi.document.js';
import type { OpenApiDocument } from './openapi.types.js';

/** The OpenAPI document of the running service. The first use creates it. */
@Injectable()
export class ReferenceDocument {
  private document: OpenApiDocument | undefined;

  constructor(
    private readonly registry: RouteRegistry,
    private readonly paidActions: PaidActions,
    @Inject(ENV) private readonly env: Env,
  ) {}

  get(): OpenApiDocument {
    return (this.document ??= this.describe());
  }

  /** The operations that the document describes. */
  operations(): Operation[] {
    return this.registry.operationRoutes().map(({ operation }) => operation);
  }

  private describe(): OpenApiDocument {
    const prices = new Map(this.paidActions.all().map(({ options: { kind, price } }) => [kind, price]));
    const routes = this.registry.operationRoutes();
    return describeService(
      routes.map((route) => ({ ...route, price: prices.get(route.operation.id) })),
      this.env,
    );
  }
}
