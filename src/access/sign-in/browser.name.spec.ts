import { browserName } from './browser.name.js';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Windows'],
    [`${MAC} Version/17.4 Safari/605.1.15`, 'Safari on macOS'],
    [`${MAC} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on macOS'],
    [`${MAC} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge on macOS'],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1', 'Safari on iOS'],
    ['curl/8.5.0', 'Unknown browser'],
    [null, 'Unknown browser'],
  ])('of %p is %p', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});
