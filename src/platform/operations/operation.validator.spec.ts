import 'reflect-metadata';
import { IsDefined, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';
import { ApplicationError, validationFailed } from '#platform/errors/application-error.js';
import { defineOperation } from './operation.js';
import { OperationValidator } from './operation.validator.js';

class Search {
  @IsOptional() @IsInt({ each: true }) low?: number | number[];
  @IsOptional() @IsInt({ each: true }) high?: number | number[];
  @IsOptional() @IsISO8601() after?: string;
  @IsOptional() @IsISO8601() before?: string;
}

class Order {
  @IsString() name!: string;
  @IsInt({ context: { min: 0 } }) @IsDefined({ message: 'give an amount' }) amount!: number;
  @IsOptional() note?: unknown;
}

const order = defineOperation({
  ...{ id: 'order', tag: 'Test', summary: 'Test', lanes: ['key'], writes: true, failures: [] },
  ...{ input: { query: Search, body: Order }, output: { type: Order } },
  ranges: [
    ['low', 'high'],
    ['after', 'before'],
  ],
});

const VALID = { name: 'Ann', amount: 1 };
const faultsOf = (body: unknown, query: unknown = {}) =>
  new OperationValidator().validate(order, { body, query }).faults;

describe('the input of an operation', () => {
  it('names every missing field with one code', () => {
    expect(faultsOf({})).toEqual([
      { field: 'name', location: 'body', code: 'required', message: 'name is required' },
      { field: 'amount', location: 'body', code: 'required', message: 'give an amount' },
    ]);
  });

  it('suggests the field that a misspelled one may mean', () => {
    expect(faultsOf({ ...VALID, amuont: 1, colour: 'red' }).map(({ message }) => message)).toEqual([
      'amuont is not a field of this request; did you mean amount?',
      'colour is not a field of this request',
    ]);
  });

  it('says of a parameter that takes one value that it may be given once', () => {
    expect(faultsOf(VALID, { after: ['2026-01-01', '2026-02-01'] })).toEqual([
      { field: 'after', location: 'query', code: 'repeated', message: 'after may be given once' },
    ]);
  });

  it('does not treat null as a missing field', () => {
    expect(faultsOf({ ...VALID, name: null }).map(({ code, message }) => [code, message])).toEqual([
      ['is_string', 'name must not be null'],
    ]);
  });

  it('does not treat null as an empty body', () => {
    expect(faultsOf(null)).toMatchObject([{ field: 'body', code: 'is_object' }]);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('has no body field named %s', (name) => {
    const body = JSON.parse(`{"name":"Ann","amount":1,"${name}":{"name":1}}`) as object;
    expect(faultsOf(body)).toMatchObject([{ field: name, code: 'unknown_field' }]);
  });

  it.each(['constructor', '__proto__'])('has no nested field named %s', (name) => {
    const note = JSON.parse(`[{"${name}":1}]`) as object;
    expect(faultsOf({ ...VALID, note })).toMatchObject([{ field: 'note', code: 'unreadable' }]);
  });

  it.each([
    ['a NUL character', 'a\0b', 'nul_character'],
    ['the first half of a surrogate pair', 'a\ud83d', 'lone_surrogate'],
    ['the second half of a surrogate pair', '\ude00b', 'lone_surrogate'],
  ])('contains no text with %s', (_, text, code) => {
    expect(faultsOf({ ...VALID, name: text })).toMatchObject([{ field: 'name', code }]);
    expect(faultsOf({ ...VALID, note: [{ deep: text }] })).toMatchObject([{ field: 'note', code }]);
  });

  it('may contain surrogate pairs', () => {
    expect(faultsOf({ ...VALID, name: '😀' })).toEqual([]);
  });

  it.each([
    [{ low: 5, high: 1 }, 'low', 'high'],
    [{ low: [5, 4], high: [3, 1] }, 'low', 'high'],
    [{ after: '2026-01-01T00:30:00+01:00', before: '2025-12-31' }, 'after', 'before'],
  ])('has no inverted range: %j', (query, from, to) => {
    const message = `${from} must not be greater than ${to}`;
    expect(faultsOf(VALID, query)).toEqual([
      { field: from, location: 'query', code: 'range', message },
      { field: to, location: 'query', code: 'range', message },
    ]);
  });

  it.each([
    { low: 5 },
    { high: 1 },
    { low: 5, high: 5 },
    { low: [9, 1], high: 5 },
    { after: '2026-01-01T00:30:00+01:00', before: '2025-12-31T23:45:00Z' },
  ])('may have the range %j', (query) => {
    expect(faultsOf(VALID, query)).toEqual([]);
  });

  it('repeats only a short part of a long name', () => {
    const [fault] = faultsOf({ ...VALID, ['x'.repeat(50_000)]: 1 });
    expect([fault?.field.length, (fault?.message ?? '').length]).toEqual([
      64,
      64 + ' is not a field of this request'.length,
    ]);
  });

  it('lists 50 faults and their number', () => {
    const faults = faultsOf({ ...VALID, ...Object.fromEntries(Array.from({ length: 8_000 }, (_, i) => [`x${i}`, 1])) });
    const failure: ApplicationError = validationFailed(faults);
    expect(failure.details).toEqual({
      reason: 'validation_failed',
      errors: faults.slice(0, 50),
      total_errors: 8_000,
    });
    expect(failure.message.length).toBeLessThan(500);
  });
});

describe('an operation', () => {
  it('has the fields of its ranges', () => {
    expect(() => defineOperation({ ...order, ranges: [['low', 'hihg']] })).toThrow('order has no field hihg.');
  });
});
