import { SetMetadata } from '@nestjs/common';
import type { EventDefinition, ReceivedEvent } from './event.definition.js';

/** A subscription as a method declares it. */
export interface HandledEvent<Payload = unknown> {
  event: EventDefinition<Payload>;
  /**
   * Unique among the handlers of this event, and stored with each delivery. A renamed subscriber misses pending
   * deliveries.
   */
  subscriber: string;
}

export const HANDLED_EVENT = Symbol('handled-event');

type HandlerMethod<Payload> = (event: ReceivedEvent<Payload>) => Promise<void>;

/**
 * Subscribes a provider's method to every event of one kind, in the worker. The method runs in the transaction of its
 * delivery, so its writes commit with the delivery or not at all. It should be quick and enqueue long work. A delivery
 * is repeated if the method throws or the worker dies, so its effects outside the database must be safe to repeat.
 */
export const HandlesEvent =
  <Payload>(event: EventDefinition<Payload>, subscriber: string) =>
  <Method extends HandlerMethod<Payload>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata<symbol, HandledEvent<Payload>>(HANDLED_EVENT, { event, subscriber })(target, key, descriptor);
  };
