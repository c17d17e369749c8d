import { OperationResult } from '#platform/operations/operation.result.js';
import { reportProgress } from './report.progress.js';
import type { ProgressChannel } from './tool.progress.js';

describe('a report that is generated for an assistant', () => {
  const bought = new OperationResult({ id: 'report', status: 'generating', message: 'It is being generated' });
  const channel = { follow: (look: () => Promise<unknown>) => look() } as unknown as ProgressChannel;
  const answerWhen = (progressOf: () => Promise<object>) =>
    reportProgress.wait({ progressOf }, { returned: bought, id: 'report', channel });

  it('is answered as it was bought when a look at its progress fails', async () => {
    expect(await answerWhen(() => Promise.reject(new Error('the connection ended')))).toBe(bought);
  });

  it('is a failure when its generation failed', async () => {
    const failed = () => Promise.resolve({ status: 'failed', reviews_read: 1, reviews_total: 9 });
    await expect(answerWhen(failed)).rejects.toThrow('The report could not be generated');
  });
});
