import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeclaredMethods } from '#platform/queues/declared-methods.js';
import { definedEvents, type EventDefinition, type ReceivedEvent } from './event.definition.js';
import { HANDLED_EVENT, type HandledEvent } from './event-handler.decorator.js';

/** One method that receives events. */
export interface EventHandler {
  event: EventDefinition;
  subscriber: string;
  handle: (event: ReceivedEvent<unknown>) => Promise<void>;
}

/** The handlers that the providers of this process declare. The boot fails if an event has no handler. */
@Injectable()
export class EventHandlers implements OnModuleInit {
  private handlers: EventHandler[] = [];

  constructor(private readonly methods: DeclaredMethods) {}

  onModuleInit(): void {
    this.handlers = this.methods
      .find<HandledEvent>(HANDLED_EVENT)
      .map(({ options, call }) => ({ ...options, handle: call as EventHandler['handle'] }));
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

  /** The handler of one subscriber for one event. @throws if this version has none. */
  find(name: string, subscriber: string): EventHandler {
    const handler = this.handlers.find((each) => each.event.name === name && each.subscriber === subscriber);
    if (!handler) throw new Error(`No handler of "${name}" is called "${subscriber}".`);
    return handler;
  }
}
