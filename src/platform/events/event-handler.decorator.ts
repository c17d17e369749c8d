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
  /** The maximum number of events that the method receives at once, if it receives several. */
  most?: number;
}

export const HANDLED_EVENT = Symbol('handled-event');

type HandlerMethod<Received> = (received: Received) => Promise<void>;
type HandlerDecorator<Received> = <Method extends HandlerMethod<Received>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Subscribes a provider's method to every event of one kind, in the worker. The method runs in the transaction of its
 * delivery, so its writes commit with the delivery or not at all. It should be quick and enqueue long work. A delivery
 * is repeated if the method throws or the worker dies, so its effects outside the database must be safe to repeat.
 */
export const HandlesEvent = <Payload>(
  event: EventDefinition<Payload>,
  subscriber: string,
): HandlerDecorator<ReceivedEvent<Payload>> =>
  SetMetadata<symbol, HandledEvent<Payload>>(HANDLED_EVENT, { event, subscriber });

/**
 * The same for a method that handles several events faster together than one by one. It receives up to `most`, the
 * oldest first, collected for a second. They share a transaction, and all belong to one team or to no team. If the
 * method throws, each event is delivered again alone.
 */
export const HandlesEventsTogether = <Payload>(
  event: EventDefinition<Payload>,
  subscriber: string,
  most: number,
): HandlerDecorator<readonly ReceivedEvent<Payload>[]> =>
  SetMetadata<symbol, HandledEvent<Payload>>(HANDLED_EVENT, { event, subscriber, most });
