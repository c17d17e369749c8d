import { headingOf } from './problem.heading.js';

describe('the heading of a theme', () => {
  it.each([
    ['Video does not load', 'Videos do not load'],
    ['Profile photo does not show up', 'Profile photos do not show up'],
    ['Cannot skip ad', 'Cannot skip ads'],
    ['Does not open link', 'Does not open links'],
    ['Too much ad', 'Too many ads'],
    ['Cannot watch video since the update', 'Cannot watch videos since the update'],
  ])('has the plural of a thing that can be counted: %s', (name, heading) => {
    expect(headingOf(name)).toBe(heading);
  });

  it.each([
    'Music does not play',
    'Cannot open the file',
    'Cannot play music',
    'Too much data',
    'No inbox',
    'Cannot log in',
    'Crashes after the update',
  ])('stays as it is without one: %s', (name) => {
    expect(headingOf(name)).toBe(name);
  });
});
