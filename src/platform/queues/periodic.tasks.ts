import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ENV, type Env } from '#config/env.js';
import { PERIODIC, type PeriodicOptions } from './periodic.decorator.js';

type Methods = Record<string, () => unknown>;

/** One declared method. */
export interface PeriodicTask {
  name: string;
  everyMs: number;
  run: () => unknown;
}

/** The periodic work that the providers of this process declare. */
@Injectable()
export class PeriodicTasks implements OnModuleInit {
  private readonly tasks = new Map<string, PeriodicTask>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    @Inject(ENV) private readonly env: Env,
  ) {}

  onModuleInit(): void {
    const providers = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    for (const provider of providers) if (typeof provider === 'object' && provider) this.addMethodsOf(provider);
  }

  all(): PeriodicTask[] {
    return [...this.tasks.values()];
  }

  find(name: string): PeriodicTask | undefined {
    return this.tasks.get(name);
  }

  private addMethodsOf(provider: object): void {
    const methods = provider as Methods;
    for (const method of this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object | null)) {
      const declared = methods[method];
      const options = declared && this.reflector.get<PeriodicOptions | undefined>(PERIODIC, declared);
      if (options) this.add(options, () => methods[method]?.());
    }
  }

  private add({ name, everySeconds }: PeriodicOptions, run: () => unknown): void {
    if (this.tasks.has(name)) throw new Error(`Two methods declare the periodic work "${name}".`);
    const seconds = typeof everySeconds === 'number' ? everySeconds : everySeconds(this.env);
    this.tasks.set(name, { name, everyMs: seconds * 1_000, run });
  }
}
