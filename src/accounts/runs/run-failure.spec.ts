import { LlmFailed } from '#platform/llm/llm.client.js';
import { RUN_FAILURES, runFailureOf } from './run-failure.js';

describe('the failure of a run', () => {
  it.each([
    ['timeout', 'model_unavailable'],
    ['unavailable', 'model_unavailable'],
    ['refused', 'model_refused'],
    ['malformed', 'model_malformed'],
  ] as const)('shows a model that failed with %s as %s', (failure, reason) => {
    expect(runFailureOf(new LlmFailed(failure, 'no answer'))).toEqual({ reason, detail: 'no answer' });
  });

  it('finds the model behind the error that it caused', () => {
    const error = new Error('the draft failed', { cause: new LlmFailed('refused', 'status 401') });
    expect(runFailureOf(error)).toEqual({ reason: 'model_refused', detail: 'the draft failed' });
  });

  it('keeps the message of any other error for operators', () => {
    const failure = runFailureOf(new Error('column "x" does not exist'));
    expect(failure).toEqual({ reason: 'internal_error', detail: 'column "x" does not exist' });
  });

  it('shows customers a sentence that names no part of the service', () => {
    expect(RUN_FAILURES.internal_error).toBe('An unexpected error occurred.');
  });
});
