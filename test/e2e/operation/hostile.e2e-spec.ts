import { attack, type AttackReport } from '../../drills/hostile.attacks.mjs';
import { contractOf, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { NAUGHTY_STRINGS } from '../../support/naughty-strings.js';

describe('hostile input', () => {
  let app: TestApp;
  let report: AttackReport;

  beforeAll(async () => {
    app = await startTestApp();
    const contract = await contractOf(app);
    const { key } = await createKey(app, { credits: 1_000, spendCap: 1_000 });
    report = await attack({
      baseUrl: app.baseUrl,
      key,
      id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
      document: contract.document,
      // The drill sends all of them.
      oneIn: 5,
      strings: NAUGHTY_STRINGS.map((text) => Buffer.from(text)),
      faultOf: (method, path, status, body) => contract.responseErrors(method, path, status, body),
    });
  });
  afterAll(() => app.close());

  it('in any parameter, header or body of any operation gets a documented response', () => {
    expect(report.faults.slice(0, 20)).toEqual([]);
  });

  it('reaches every check', () => {
    expect(Object.keys(report.byStatus)).toEqual(expect.arrayContaining(['200', '400', '401', '404']));
  });

  it('leaves the process healthy', async () => {
    expect((await fetch(`${app.baseUrl}/health/ready`)).status).toBe(200);
  });
});
