import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeclaredMethods } from '#platform/queues/declared-methods.js';
import { definedEvents, type EventDefinition, type ReceivedEvent } from './event.definition.js';
import { HANDLED_EVENT, type HandledEvent } from './event-handler.decorator.js';

/** One method that receives events. */
export interface EventHandler {
  event: EventDefinition;
  subscriber: string;
  /** The maximum number of events in one call. If it is more than one, an event waits for further ones. */
  most: number;
  handle: (events: readonly ReceivedEvent<unknown>[]) => Promise<void>;
}

type MethodOfOne = (event: ReceivedEvent<unknown> | undefined) => Promise<void>;

/** The handlers that the providers of this process declare. The boot fails if an event has no handler. */
@Injectable()
export class EventHandlers implements OnModuleInit {
  private handlers: EventHandler[] = [];

  constructor(private readonly methods: DeclaredMethods) {}

  onModuleInit(): void {
    this.handlers = this.methods
      .find<HandledEvent>(HANDLED_EVENT)
      .map(({ options: { event, subscriber, most }, call }) => ({
        event,
        subscriber,
        most: most ?? 1,
        handle: most ? (call as EventHandler['handle']) : ([first]) => (call as MethodOfOne)(first),
      }));
    const keys = this.handlers.map(({ event, subscriber }) => `${event.name} for ${subscriber}`);
    const duplicate = keys.find((key, index) => keys.indexOf(key) !== index);
    if (duplicate) throw new Error(`Two methods handle ${duplicate}.`);
    const handled = new Set(this.handlers.map(({ event }) => event.name));
    const ignored = definedEvents().find(({ name }) => !handled.has(name));
    if (ignored) throw new Error(`Nothing handles the event "${ignored.name}".`);
  }

  all(): readonly EventHandler[] {
    return this.handlers;
  }

  /** The maximum number of events of one name that a subscriber receives at once. */
  mostOf(name: string, subscriber: string): number {
    return this.maybeFind(name, subscriber)?.most ?? 1;
  }

  /** The handler of one subscriber for one event. @throws if this version has no such handler. */
  find(name: string, subscriber: string): EventHandler {
    const handler = this.maybeFind(name, subscriber);
    if (!handler) throw new Error(`"${name}" has no handler with the name "${subscriber}".`);
    return handler;
  }

  private maybeFind(name: string, subscriber: string): EventHandler | undefined {
    return this.handlers.find((each) => each.event.name === name && each.subscriber === subscriber);
  }
}
