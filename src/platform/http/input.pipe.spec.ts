import 'reflect-metadata';
import { OperationValidator } from '#platform/operations/operation.validator.js';
import { defineOperation } from '#platform/operations/operation.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';
import type { ApiRequest } from './api-request.js';
import { InputPipe } from './input.pipe.js';

const operation = (id: string, writes: boolean) =>
  defineOperation({
    ...{ id, tag: 'Test', summary: 'Test', writes },
    ...{ lanes: ['anonymous'], input: { query: PageQuery }, output: { type: PageQuery }, failures: [] },
  });
const list = operation('list', false);
const other = operation('other', false);
const write = operation('write', true);

describe('the input of a request', () => {
  const pipe = new InputPipe(new OperationValidator());
  const read = (method: string, serves: typeof list, originalUrl: string, query: object): object =>
    pipe.transform({
      request: { method, operation: serves, originalUrl, query, params: {}, headers: {} } as unknown as ApiRequest,
    }).input;

  it('of a read is created once for each URL and shared by later requests', () => {
    const first = read('GET', list, '/list?page=2', { page: '2' });
    expect(first).toEqual({ query: { page: 2, page_size: 20 } });
    expect(read('GET', list, '/list?page=2', { page: '2' })).toBe(first);
  });

  it('cannot be changed while it is shared', () => {
    const { query } = read('GET', list, '/list?page=3', { page: '3' }) as { query: PageQuery };
    expect(() => (query.page = 4)).toThrow(TypeError);
  });

  it('is shared neither between operations nor by writes', () => {
    const first = read('GET', list, '/list?page=5', { page: '5' });
    expect(read('GET', other, '/list?page=5', { page: '5' })).not.toBe(first);
    const posted = read('POST', write, '/list?page=6', { page: '6' });
    expect(read('POST', write, '/list?page=6', { page: '6' })).not.toBe(posted);
  });

  it('is refused every time if it is invalid', () => {
    const ask = (): object => read('GET', list, '/list?page=x', { page: 'x' });
    for (let times = 0; times < 2; times++) {
      expect(ask).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    }
  });
});
