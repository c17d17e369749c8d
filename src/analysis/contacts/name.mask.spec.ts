import { withoutNames } from './name.mask.js';

describe('the names of an erased person', () => {
  it('are hidden in any case, with any spaces between their parts', () => {
    const text = 'Jane  Doe here. JANE DOE, again: jane\ndoe.';
    expect(withoutNames(text, ['Jane Doe'])).toBe('[name hidden] here. [name hidden], again: [name hidden].');
  });

  it('are hidden as whole words only', () => {
    expect(withoutNames('Marianne asked Ann about the planner', ['Ann'])).toBe(
      'Marianne asked [name hidden] about the planner',
    );
  });

  it.each([
    ['José Díaz', 'Jose Diaz'],
    ['Jose Diaz', 'José Díaz'],
    ['José Díaz', 'José Díaz'.normalize('NFD')],
    ['José Díaz'.normalize('NFD'), 'José Díaz'],
    ["Ann O'Neil", 'Ann O’Neil'],
    ['Jean-Luc Picard', 'Jean‑Luc Picard'],
    ['Jean-Luc Picard', 'Jean Luc Picard'],
    ['김철수', '김철수'],
  ])('are hidden, so that "%s" hides "%s"', (name, written) => {
    expect(withoutNames(`é: ${written}’s é!`, [name])).toBe('é: [name hidden]’s é!');
  });

  it('are hidden in scripts that have no spaces between words', () => {
    expect(withoutNames('我叫王伟很高兴', ['王伟'])).toBe('我叫[name hidden]很高兴');
  });

  it('may contain characters that have a meaning in patterns', () => {
    expect(withoutNames('By J. (Jay) O*Neil+', ['J. (Jay) O*Neil+'])).toBe('By [name hidden]');
  });

  it.each(['A', '-', '', ' ', '.*'])('hide nothing if they are "%s"', (name) => {
    expect(withoutNames('A plan - a price. *', [name])).toBe('A plan - a price. *');
  });
});
