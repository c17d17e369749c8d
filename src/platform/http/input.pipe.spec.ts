import 'reflect-metadata';
import { OperationValidator } from '#platform/operations/operation.validator.js';
import { defineOperation } from '#platform/operations/operation.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';
import type { ApiRequest } from './api-request.js';
import { InputPipe } from './input.pipe.js';

const list = defineOperation({
  ...{ id: 'list', tag: 'Test', summary: 'Test' },
  ...{ lanes: ['anonymous'], input: { query: PageQuery }, output: { type: PageQuery }, failures: [] },
});

describe('the input of a request', () => {
  const pipe = new InputPipe(new OperationValidator());
  const read = (originalUrl: string, query: object): object =>
    pipe.transform({
      request: { method: 'GET', operation: list, originalUrl, query, params: {}, headers: {} } as unknown as ApiRequest,
    }).input;

  it('of a request has the values of its parameters and the defaults of others', () => {
    expect(read('/list?page=2', { page: '2' })).toEqual({ query: { page: 2, page_size: 20 } });
  });

  it('is refused if it is invalid', () => {
    expect(() => read('/list?page=x', { page: 'x' })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
