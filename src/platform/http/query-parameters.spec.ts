import 'reflect-metadata';
import { IsOptional } from 'class-validator';
import { defineOperation } from '#platform/operations/operation.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';
import type { ApiRequest, QueryParameters } from './api-request.js';
import { parametersOf } from './query-parameters.js';

class Filter extends PageQuery {
  @IsOptional() status?: string[];
  @IsOptional() q?: string;
}

const list = defineOperation({
  ...{ id: 'list', tag: 'Test', summary: 'Test', lanes: ['anonymous'], failures: [] },
  ...{ input: { query: Filter }, output: { type: Filter } },
});

const read = (query: Record<string, string | string[]>): QueryParameters =>
  parametersOf({ operation: list, query, originalUrl: '/list?' } as unknown as ApiRequest);

describe('the parameters of a query', () => {
  it.each<[Record<string, string | string[]>, unknown]>([
    [{ status: 'new' }, 'new'],
    [{ 'status[]': 'new' }, 'new'],
    [{ 'status[]': ['new', 'lost'] }, ['new', 'lost']],
    [{ 'status[0]': 'new', 'status[1]': 'lost' }, ['new', 'lost']],
    [{ status: ['new', 'lost'], 'status[]': 'qualified' }, ['new', 'lost', 'qualified']],
  ])('of an array equal repeated parameters: %j', (query, status) => {
    expect(read(query)).toEqual({ known: { status }, ignored: [] });
  });

  it.each<[string, string | null]>([
    ['staus', 'status'],
    ['PAGE', 'page'],
    ['pageSize', 'page_size'],
    ['Q', 'q'],
    ['pgae', 'page'],
    ['status[name]', 'status'],
    ['limit', null],
    ['x', null],
    ['__proto__', null],
  ])('that are unknown are reported: %s, with the parameter %s', (name, nearest) => {
    const query = Object.fromEntries([
      [name, 'new'],
      ['page', '2'],
    ]);
    expect(read(query)).toEqual({ known: { page: '2' }, ignored: [{ name, did_you_mean: nearest }] });
  });

  it('that are unknown are reported up to 20, with at most 64 characters each', () => {
    const { ignored } = read(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}${'é'.repeat(500)}`, ''])));
    expect([ignored.length, Math.max(...ignored.map(({ name }) => name.length))]).toEqual([20, 64]);
  });
});
