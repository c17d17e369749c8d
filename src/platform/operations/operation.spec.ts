import { type Operation, defineOperation, definePaidOperation } from './operation.js';

class BattleCard {}

describe('the declaration of an operation that spends credits', () => {
  const paid = {
    id: 'generate_battle_card',
    tag: 'Test',
    summary: 'Generates a battle card',
    input: {},
    price: 2,
    output: { type: BattleCard },
  } satisfies Partial<Operation>;

  it('is accepted with a scope of spending', () => {
    expect(definePaidOperation({ ...paid, scope: 'spend:battle_card' })).toMatchObject({
      scope: 'spend:battle_card',
      spends: true,
      writes: true,
    });
  });

  it('is refused without a scope, by the compiler and at the start', () => {
    // @ts-expect-error A paid operation has a scope.
    expect(() => definePaidOperation(paid)).toThrow('generate_battle_card spends credits, so it needs a scope');
  });

  it('is refused with another scope, by the compiler and at the start', () => {
    // @ts-expect-error The scope begins with "spend:".
    expect(() => definePaidOperation({ ...paid, scope: 'write' })).toThrow('so it needs a scope "spend:…"');
  });

  it('is refused for anonymous callers', () => {
    expect(() => defineOperation({ ...paid, spends: true, scope: 'spend:battle_card', lanes: ['anonymous'] })).toThrow(
      'so it cannot be anonymous',
    );
  });
});
