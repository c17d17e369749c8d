import { IdPipe } from './id.pipe.js';

describe('an id in the path of a page', () => {
  const pipe = new IdPipe();

  it('is converted to lower case', () => {
    expect(pipe.transform('01935D5E-7C1A-7B7E-9F43-5B1F0A2C9D10')).toBe('01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10');
  });

  it.each(['', 'undefined', '1', '01935d5e7c1a7b7e9f435b1f0a2c9d10'])('is not found if it is %p', (id) => {
    expect(() => pipe.transform(id)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
