import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ApplicationError, declarationOf, type InputFault } from '#platform/errors/application-error.js';
import type { Tool } from './tool.js';

/** The result of a failed call: the error of the REST API and the next step. */
export function failureResult(failure: ApplicationError, { idSource }: Pick<Tool, 'idSource'>): CallToolResult {
  const { code, message, details } = failure.toBody();
  const nextStep = (code === 'not_found' ? idSource : undefined) ?? withSource(nextStepOf(failure), failure, idSource);
  const error = { code, message, ...(details && { details: asArguments(details) }), next_step: nextStep };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(error) }] };
}

const ID_FIELD = /(?:^|_)ids?$/;

/** Names the source of ids if an id is missing or invalid. */
function withSource(nextStep: string, { details }: ApplicationError, idSource: string | undefined): string {
  const errors = Array.isArray(details?.errors) ? (details.errors as InputFault[]) : [];
  const isAboutId = errors.some(({ field, code }) => ID_FIELD.test(field) && ['matches', 'required'].includes(code));
  return isAboutId && idSource !== undefined ? `${nextStep} ${idSource}` : nextStep;
}

function nextStepOf(failure: ApplicationError): string {
  const { nextStep, mayRetry } = declarationOf(failure) ?? {};
  if (nextStep !== undefined) return nextStep;
  return mayRetry ? 'Call again in a few seconds.' : 'Tell the person what the message says. Do not call again.';
}

/** Removes the location (path, query, body) of each error, because arguments of a tool are flat. */
function asArguments(details: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(details.errors)) return details;
  const errors = (details.errors as InputFault[]).map(({ location, ...fault }) => fault);
  return { ...details, errors };
}
