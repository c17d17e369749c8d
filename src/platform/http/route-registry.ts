import { Injectable, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Operation } from '#platform/operations/operation.js';
import { OPEN_ROUTE, OPERATION } from './operation.decorators.js';

/** A route as its controller declares it. It serves an operation, is open for a stated reason, or declares neither. */
export interface DeclaredRoute {
  /** Upper case; `ALL` for a route that accepts every method. */
  method: string;
  /** With Express's parameters, such as `/api/v1/products/:id`. */
  path: string;
  /** `Controller.method`, for messages. */
  handler: string;
  operation?: Operation;
  openBecause?: string;
}

/** All routes that the controllers of this process declare. */
@Injectable()
export class RouteRegistry {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  routes(): DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => (metatype ? this.routesOf(metatype as Type) : []));
  }

  /** The routes that serve an operation with one method, for the API reference. */
  operationRoutes(): (DeclaredRoute & { operation: Operation })[] {
    return this.routes().flatMap(({ operation, ...route }) =>
      operation && route.method !== 'ALL' ? [{ ...route, operation }] : [],
    );
  }

  private routesOf(controller: Type): DeclaredRoute[] {
    const prototype = controller.prototype as Record<string, () => unknown>;
    const bases = [this.reflector.get<string | string[]>(PATH_METADATA, controller)].flat();
    const isOpen = this.reflector.get<string | undefined>(OPEN_ROUTE, controller);
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name] as () => unknown;
      const method = this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
      if (method === undefined) return [];
      const paths = [this.reflector.get<string | string[]>(PATH_METADATA, handler)].flat();
      return bases.flatMap((base) =>
        paths.map((path) => ({
          method: RequestMethod[method],
          path: joined(base, path),
          handler: `${controller.name}.${name}`,
          operation: this.reflector.get<Operation | undefined>(OPERATION, handler),
          openBecause: this.reflector.get<string | undefined>(OPEN_ROUTE, handler) ?? isOpen,
        })),
      );
    });
  }
}

const joined = (...parts: string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
