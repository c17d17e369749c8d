import { Controller, Get, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Serves } from '#platform/http/operation.decorators.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { defineOperation } from '#platform/operations/operation.js';
import { LanesCheck } from './lanes.check.js';

class Answer {}

const UNSCOPED = defineOperation({
  id: 'list_moods',
  tag: 'Test',
  summary: 'Lists moods',
  scope: 'moods',
  input: {},
  output: { type: Answer },
});

@Controller()
class UndeclaredController {
  @Get('moods')
  list(): void {}
}

@Controller()
class UnscopedController {
  @Get('moods')
  @Serves(UNSCOPED)
  list(): void {}
}

describe('the boot', () => {
  const boot = async (controller: Type): Promise<void> => {
    @Module({ imports: [DiscoveryModule], controllers: [controller], providers: [RouteRegistry, LanesCheck] })
    class OneRoute {}
    await NestFactory.createApplicationContext(OneRoute, { logger: false, abortOnError: false });
  };

  it('stops at a route that declares neither an operation nor a reason to be open', async () => {
    await expect(boot(UndeclaredController)).rejects.toThrow('Routes without @Serves or @OpenRoute:');
  });

  it('stops at an operation whose scope no key can have', async () => {
    await expect(boot(UnscopedController)).rejects.toThrow('Operations with an unknown scope: list_moods');
  });
});
