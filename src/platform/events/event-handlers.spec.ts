import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { z } from 'zod';
import { Database } from '#platform/database/database.js';
import { DeclaredMethods } from '#platform/queues/declared-methods.js';
import { defineEvent } from './event.definition.js';
import { HandlesEvent } from './event-handler.decorator.js';
import { EventHandlers } from './event-handlers.js';

const CLOSED = defineEvent({ name: 'shop.closed', version: 1, payload: z.object({}), belongsToTeam: false });
const OPENED = defineEvent({ name: 'shop.opened', version: 1, payload: z.object({}), belongsToTeam: false });

@Injectable()
class Sign {
  @HandlesEvent(CLOSED, 'sign')
  async showClosed(): Promise<void> {}

  @HandlesEvent(OPENED, 'sign')
  async showOpened(): Promise<void> {}
}

@Injectable()
class SecondSign {
  @HandlesEvent(OPENED, 'sign')
  async showOpened(): Promise<void> {}
}

describe('an event stops the boot', () => {
  const boot = async (...handlers: Type[]) => {
    const providers = [EventHandlers, DeclaredMethods, { provide: Database, useValue: {} }, ...handlers];
    const module = await Test.createTestingModule({ imports: [DiscoveryModule], providers }).compile();
    return module.init();
  };

  it('if it has no handler', async () => {
    await expect(boot(SecondSign)).rejects.toThrow('Nothing handles the event "shop.closed".');
  });

  it('if two methods handle it as the same subscriber', async () => {
    await expect(boot(Sign, SecondSign)).rejects.toThrow('Two methods handle shop.opened for sign.');
  });

  it('if two features define it', () => {
    expect(() => defineEvent({ ...CLOSED })).toThrow('The event "shop.closed" is defined twice.');
  });
});
