import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ApplicationError, InputFault } from '#platform/errors/application-error.js';

/** What the model, or the person behind it, can do about a failure. */
const NEXT_STEP: Record<string, string> = {
  connection_required: 'Connect this assistant to a Qualm team at the /mcp/auth address, or send an API key.',
  plan_required: 'Ask the person to move the team to a paid plan in Qualm; the tool works from the next call on.',
  spend_cap_required:
    'Ask the person to disconnect and connect again with a credit budget, or to give the API key a spend cap.',
  spend_cap_reached: 'Stop spending. The budget frees up as its 30 days pass; a new one needs a new connection or cap.',
  insufficient_credits: 'Stop spending. Tell the person that the team is out of credits.',
  product_limit_reached: 'Unfollow a product first, or tell the person that a larger plan follows more.',
  validation_failed: 'Correct the arguments named in details.errors and call the tool again.',
};

const BY_CODE: Record<string, string> = {
  not_found: 'Check the id: take it from a search or a list, never from memory.',
  rate_limited: 'Wait for details.retry_after_seconds, then call again.',
  internal_error: 'Try once more; if it fails again, tell the person.',
};

/** A failure as a tool answers it: the error of the REST API, and the next step. */
export function failureResult(failure: ApplicationError): CallToolResult {
  const { code, message, details } = failure.toBody();
  const reason = typeof details?.reason === 'string' ? details.reason : '';
  const nextStep = NEXT_STEP[reason] ?? BY_CODE[code];
  const error = { code, message, ...(details && { details: asArguments(details) }), next_step: nextStep };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(error) }] };
}

/** Arguments are flat: where a fault lies in a REST request means nothing here. */
function asArguments(details: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(details.errors)) return details;
  const errors = (details.errors as InputFault[]).map(({ location, ...fault }) => fault);
  return { ...details, errors };
}
