import type { ExecutionContext } from '@nestjs/common';
import { type ModuleRef, Reflector } from '@nestjs/core';
import { lastValueFrom, of } from 'rxjs';
import { Immutable, OperationResult } from '#platform/operations/operation.result.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { OPERATION } from './operation.decorators.js';

describe('the envelope', () => {
  const headers = new Map<string, string>();

  /** Returns the response for a handler's return value. `operation` is false for an open route. */
  const send = async (
    interceptor: EnvelopeInterceptor,
    returned: unknown,
    operation = true,
    query: object | string = {},
  ) => {
    const handler = (): void => undefined;
    if (operation) Reflect.defineMetadata(OPERATION, { output: {} }, handler);
    const request = {
      operation: { input: {} },
      query,
      originalUrl: `/?${typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>).toString()}`,
    };
    const response = { setHeader: (name: string, value: string) => headers.set(name, value) };
    const context = {
      getHandler: () => handler,
      switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }),
    };
    const sent = await lastValueFrom(
      await interceptor.intercept(context as unknown as ExecutionContext, { handle: () => of(returned) }),
    );
    return Buffer.isBuffer(sent) ? sent.toString() : sent;
  };

  let interceptor: EnvelopeInterceptor;

  beforeEach(() => {
    headers.clear();
    interceptor = new EnvelopeInterceptor(new Reflector(), { PUBLIC_URL: 'https://qualm.example' }, {} as ModuleRef);
  });

  it('wraps the return value of an operation', async () => {
    expect(await send(interceptor, { a: 1 })).toBe('{"success":true,"data":{"a":1}}');
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });

  it('has `meta` next to `data`', async () => {
    expect(await send(interceptor, new OperationResult([], { upsell: 'more' }))).toBe(
      '{"success":true,"data":[],"meta":{"upsell":"more"}}',
    );
  });

  it('links to the next page of a list that is read by cursor', async () => {
    const next = (next_cursor: string | null) =>
      new OperationResult([], { pagination: { page_size: 20, has_more: next_cursor !== null, next_cursor } });
    const query = { cursor: 'start', kind: 'a b' };
    await send(interceptor, next('c-1'), true, query);
    expect(headers.get('Link')).toBe('<https://qualm.example/?cursor=c-1&kind=a+b>; rel="next"');
    await send(interceptor, next('c-1'), true, 'search=why?&page_size=5');
    expect(headers.get('Link')).toBe('<https://qualm.example/?search=why%3F&page_size=5&cursor=c-1>; rel="next"');
    headers.clear();
    await send(interceptor, next(null), true, query);
    expect(headers.has('Link')).toBe(false);
  });

  it('is not added to the return value of an open route', async () => {
    expect(await send(interceptor, { a: 1 }, false)).toEqual({ a: 1 });
    expect(headers.size).toBe(0);
  });

  it('renders an immutable value once for each key', async () => {
    let rendered = 0;
    const value = { toJSON: () => ++rendered };
    const texts = [];
    for (const key of ['a', 'a', 'b']) texts.push(await send(interceptor, new Immutable(key, value)));
    expect(texts).toEqual([1, 1, 2].map((data) => `{"success":true,"data":${data}}`));
  });

  it('of an immutable value names the parameters that are ignored, only for the request that sent them', async () => {
    const value = new Immutable('c', 1);
    const ignored = '[{"name":"x","did_you_mean":null}]';
    expect([await send(interceptor, value, true, { x: '1' }), await send(interceptor, value)]).toEqual([
      `{"success":true,"data":1,"meta":{"ignored_parameters":${ignored}}}`,
      '{"success":true,"data":1}',
    ]);
  });

  it('renders any other value every time', async () => {
    let rendered = 0;
    const value = { toJSON: () => ++rendered };
    expect([await send(interceptor, value), await send(interceptor, value)]).toEqual([
      '{"success":true,"data":1}',
      '{"success":true,"data":2}',
    ]);
  });
});
