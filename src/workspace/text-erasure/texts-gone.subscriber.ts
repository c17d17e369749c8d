import { Injectable } from '@nestjs/common';
import { TEXTS_GONE, type TextsGone } from '#market/sources/sources.events.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { TextErasure } from './text-erasure.service.js';

/** Erases texts that are gone at their source, or whose source was removed with them. */
@Injectable()
export class TextsGoneSubscriber {
  constructor(private readonly erasure: TextErasure) {}

  @HandlesEvent(TEXTS_GONE, 'erasure')
  async erase({ payload: { kind, texts, why } }: ReceivedEvent<TextsGone>): Promise<void> {
    await this.erasure.erase(kind, texts, why);
  }
}
