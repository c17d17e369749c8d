import 'reflect-metadata';
import { AnyId } from './filters.js';
import { defineOperation } from './operation.js';
import { OperationValidator } from './operation.validator.js';

const ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const OTHER = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11';

class Filter {
  @AnyId('Only these') ids?: string[];
}

const list = defineOperation({
  ...{ id: 'list', tag: 'Test', summary: 'Test', lanes: ['key'], writes: false, failures: [] },
  ...{ input: { query: Filter }, output: { type: Filter } },
});

describe('a filter by id', () => {
  it.each([
    ['one id', ID.toUpperCase(), [ID]],
    ['the parameter repeated', [ID.toUpperCase(), OTHER], [ID, OTHER]],
    ['ids with commas', `${ID},${OTHER.toUpperCase()}`, [ID, OTHER]],
  ])('reads %s in lower case', (_, ids, read) => {
    expect(new OperationValidator().validate(list, { query: { ids } })).toMatchObject({
      input: { query: { ids: read } },
      faults: [],
    });
  });

  it.each([['x'], [[ID, 5]], [{ id: ID }]])('refuses %p', (ids) => {
    const { faults } = new OperationValidator().validate(list, { query: { ids } });
    expect(faults).toMatchObject([{ field: 'ids', message: 'ids must be a UUID' }]);
  });
});
