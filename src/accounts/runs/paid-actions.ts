import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ENV, type Env } from '#config/env.js';
import { keyInMode } from '#platform/caller/test-mode.js';
import type { JobDefinition } from '#platform/queues/job-definition.js';
import { withForcedEffects } from './forced.work.js';
import { declaredBy, type PaidActionClass, type PaidActionOptions, type PaidWork } from './paid-action.js';
import type { RunRow } from './runs.queries.js';

const BACKOFF_MS = 2_000;
/** BullMQ takes the lowest number first. Half of its range is for runs of teams, the other half for those without a team. */
const LAST_TURN = 2 ** 20;

/** A paid action with the object that does its work. */
export interface RegisteredAction {
  options: PaidActionOptions;
  work: PaidWork<object, unknown, unknown>;
  maxAttempts: number;
  deadlineSeconds: number;
  /** The key of the item that is bought. In test mode teams share no runs, so the key begins with the team. */
  itemOf(input: object): string;
  /** The job that makes a worker execute a run. The runs of teams go first, in their turns. */
  jobOf(run: Pick<RunRow, 'item' | 'team_id' | 'turn'>): JobDefinition;
}

/**
 * All paid actions of this process. The process does not start when an action has no price or a kind has two handlers.
 */
@Injectable()
export class PaidActions implements OnModuleInit {
  private readonly byKind = new Map<string, RegisteredAction>();

  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const options = metatype ? declaredBy(metatype) : undefined;
      if (options) this.register(options, instance as RegisteredAction['work']);
    }
  }

  /** All actions, in the order of their modules. */
  all(): RegisteredAction[] {
    return [...this.byKind.values()];
  }

  /** @throws for a kind that this process does not handle */
  get(kind: string): RegisteredAction {
    const action = this.byKind.get(kind);
    if (!action) throw new Error(`No paid action handles runs of the kind ${kind}`);
    return action;
  }

  /** The registered action of a class. @throws when its module is not loaded */
  getByClass(action: PaidActionClass): RegisteredAction {
    return this.get(declaredBy(action)?.kind ?? action.name);
  }

  /** Whether no worker will execute an open run again: the worker of its last attempt died. */
  isDead({ kind, is_dead, attempts }: { kind: string; is_dead: boolean; attempts: number }): boolean {
    return is_dead && attempts >= this.get(kind).maxAttempts;
  }

  private register(options: PaidActionOptions, provided: RegisteredAction['work']): void {
    const { kind, price, queue, retries, effects } = options;
    if (this.byKind.has(kind)) throw new Error(`Two providers handle runs of the kind ${kind}`);
    if (!Number.isInteger(price) || price < 1) throw new Error(`The paid action ${kind} has no price`);
    const work = effects ? withForcedEffects(provided, effects, this.env.RATE_LIMIT_TEST_SPENDING) : provided;
    const job = { queue, name: kind, attempts: retries + 1, backoffMs: BACKOFF_MS };
    this.byKind.set(kind, {
      options,
      work,
      maxAttempts: retries + 1,
      deadlineSeconds: options.deadlineSeconds(this.env),
      itemOf: (input) => keyInMode(work.itemOf(input)),
      jobOf: ({ item, team_id, turn }) => ({
        ...job,
        priority: Math.min(turn, LAST_TURN) + (team_id ? 0 : LAST_TURN),
        about: { item, team_id },
      }),
    });
  }
}
