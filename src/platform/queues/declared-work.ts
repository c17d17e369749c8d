import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { DeclaredMethods } from './declared-methods.js';
import { notifiedNames, PERIODIC_QUEUE } from './due-work.js';
import { type DueWorkOptions, ON_DUE } from './on-due.decorator.js';

/** Background work that one method declares with `@OnDue`. */
export interface Work {
  name: string;
  queue: string;
  everyMs: number;
  isNotified: boolean;
  mergeMs: number;
  atOnce: number;
  run: () => unknown;
}

/** The background work that the providers of this process declare. */
@Injectable()
export class DeclaredWork {
  private works: Map<string, Work> | undefined;

  constructor(
    private readonly methods: DeclaredMethods,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws if two methods declare the same name, or if notified work is not defined or not declared */
  all(): Work[] {
    return [...this.declared().values()];
  }

  find(name: string): Work | undefined {
    return this.declared().get(name);
  }

  private declared(): Map<string, Work> {
    return (this.works ??= this.read());
  }

  private read(): Map<string, Work> {
    const works = new Map<string, Work>();
    const defined = new Set(notifiedNames());
    for (const { options, call } of this.methods.find<DueWorkOptions>(ON_DUE)) {
      const { name, everySeconds, notified = false, mergeMs = 0, atOnce = 1 } = options;
      if (works.has(name)) throw new Error(`Two methods declare the background work "${name}".`);
      if (notified && !defined.has(name)) throw new Error(`The notified work "${name}" is not defined.`);
      if (!notified && defined.has(name)) throw new Error(`The work "${name}" is defined as notified work.`);
      const seconds = typeof everySeconds === 'number' ? everySeconds : everySeconds(this.env);
      const queue = notified ? name : PERIODIC_QUEUE;
      works.set(name, {
        ...{ name, queue, everyMs: seconds * 1_000, isNotified: notified, mergeMs, atOnce },
        run: () => call(),
      });
    }
    const undone = [...defined].find((name) => !works.has(name));
    if (undone) throw new Error(`Nothing does the background work "${undone}".`);
    return works;
  }
}
