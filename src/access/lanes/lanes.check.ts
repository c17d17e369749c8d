import { Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { OPEN_ROUTE, OPERATION } from '#platform/http/operation.decorators.js';

/** Stops the boot when a route declares neither the operation it serves nor why it is open. */
@Injectable()
export class LanesCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.discovery.getControllers().flatMap(({ metatype }) => {
      if (!metatype || this.reflector.get(OPEN_ROUTE, metatype)) return [];
      const prototype = metatype.prototype as Record<string, () => unknown>;
      return this.scanner
        .getAllMethodNames(prototype)
        .map((name) => ({ name, handler: prototype[name] as () => unknown }))
        .filter(({ handler }) => this.reflector.get<RequestMethod>(METHOD_METADATA, handler) !== undefined)
        .filter(({ handler }) => !this.reflector.get(OPERATION, handler) && !this.reflector.get(OPEN_ROUTE, handler))
        .map(({ name }) => `${metatype.name}.${name}`);
    });
    if (undeclared.length > 0) throw new Error(`Routes without a lane: ${undeclared.join(', ')}`);
  }
}
