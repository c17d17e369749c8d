import { Webhook } from 'standardwebhooks';
import { signed } from './webhook.signature.js';

const SECRET = 'whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=';
const ID = '7e570000-0000-4000-8000-000000000001';

describe('the signature of a webhook', () => {
  it('is that of Standard Webhooks', () => {
    expect(signed(ID, new Date(1_000_000_000_000), '{"a":1}', [SECRET])).toEqual({
      'webhook-id': ID,
      'webhook-timestamp': '1000000000',
      'webhook-signature': 'v1,Ix9AJY4PW/t2wSPutstnHwH2F5+P6XcK5LI+ajY/3gc=',
    });
  });

  it('exists for each secret, in their order, and verifies with each', () => {
    const secrets = [SECRET, `whsec_${Buffer.alloc(32, 9).toString('base64')}`];
    const headers = signed(ID, new Date(), '{"ä":"ü"}', secrets);
    const [first] = signed(ID, new Date(), '{"ä":"ü"}', secrets.slice(0, 1))['webhook-signature'].split(' ');
    expect(headers['webhook-signature'].split(' ')[0]).toBe(first);
    for (const secret of secrets) expect(new Webhook(secret).verify('{"ä":"ü"}', { ...headers })).toEqual({ ä: 'ü' });
    expect(() => new Webhook(secrets[0] ?? '').verify('{}', { ...headers })).toThrow();
  });
});
