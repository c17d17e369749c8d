import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { DeclaredMethods } from './declared-methods.js';
import { PERIODIC, type PeriodicOptions } from './periodic.decorator.js';

/** One method declared with `@Periodic`. */
export interface PeriodicTask {
  name: string;
  everyMs: number;
  run: () => unknown;
}

/** The periodic tasks that the providers of this process declare. */
@Injectable()
export class PeriodicTasks implements OnModuleInit {
  private readonly tasks = new Map<string, PeriodicTask>();

  constructor(
    private readonly methods: DeclaredMethods,
    @Inject(ENV) private readonly env: Env,
  ) {}

  onModuleInit(): void {
    for (const { options, call } of this.methods.find<PeriodicOptions>(PERIODIC)) {
      const { name, everySeconds } = options;
      if (this.tasks.has(name)) throw new Error(`Two methods declare the periodic work "${name}".`);
      const seconds = typeof everySeconds === 'number' ? everySeconds : everySeconds(this.env);
      this.tasks.set(name, { name, everyMs: seconds * 1_000, run: () => call() });
    }
  }

  all(): PeriodicTask[] {
    return [...this.tasks.values()];
  }

  find(name: string): PeriodicTask | undefined {
    return this.tasks.get(name);
  }
}
