import { describeService } from './openapi.document.js';

const ENV = { PUBLIC_URL: 'https://qualm.example', CONTACT_EMAIL: undefined, WEBHOOK_TIMEOUT_MS: 2_500 };

describe('the OpenAPI document', () => {
  it.each([
    [1, 'an hour'],
    [36, '36 hours'],
  ])('states how long a service with IDEMPOTENCY_HOURS=%i keeps a key', (hours, said) => {
    const { parameters } = describeService([], { ...ENV, IDEMPOTENCY_HOURS: hours }).components;
    expect(parameters.IdempotencyKey).toMatchObject({
      description: `Makes a retry safe: the same key and body get the same response for ${said}`,
    });
  });
});
