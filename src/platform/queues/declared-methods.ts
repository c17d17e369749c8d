import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

type Method = (...input: unknown[]) => unknown;

/** A method with the options that a decorator stored on it. */
export interface DeclaredMethod<Options> {
  options: Options;
  call: Method;
}

/** Finds the decorated methods of this process's providers. */
@Injectable()
export class DeclaredMethods {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** Every method with metadata under `key`, without duplicates. */
  find<Options>(key: symbol): DeclaredMethod<Options>[] {
    const providers = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    return [...providers].flatMap((provider) => {
      if (typeof provider !== 'object' || !provider) return [];
      const methods = provider as Record<string, Method>;
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object | null).flatMap((name) => {
        const method = methods[name];
        const options = method && this.reflector.get<Options | undefined>(key, method);
        return options ? [{ options, call: method.bind(provider) }] : [];
      });
    });
  }
}
