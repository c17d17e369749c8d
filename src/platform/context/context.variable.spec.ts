import { setImmediate } from 'node:timers/promises';
import { ContextVariable } from './context.variable.js';

describe('a context variable', () => {
  const variable = new ContextVariable<string>();
  const other = new ContextVariable<string>();

  it('has no value outside work that sets one', () => {
    expect(variable.get()).toBeUndefined();
  });

  it('keeps its value for everything that the work awaits, while other work has another value', async () => {
    const read = async (): Promise<string | undefined> => (await setImmediate(), variable.get());
    expect(await Promise.all([variable.run('one', read), variable.run('two', read), read()])).toEqual([
      'one',
      'two',
      undefined,
    ]);
  });

  it('has the value of the innermost work', () => {
    expect(variable.run('outer', () => [variable.run('inner', () => variable.get()), variable.get()])).toEqual([
      'inner',
      'outer',
    ]);
  });

  it('does not change the values of other variables', () => {
    expect(variable.run('one', () => other.run('two', () => [variable.get(), other.get()]))).toEqual(['one', 'two']);
  });

  it('has no value in work that runs without one', () => {
    expect(variable.run('one', () => variable.run(undefined, () => variable.get()))).toBeUndefined();
  });
});
