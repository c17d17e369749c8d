import { fieldNamesOf, meantName, shortName } from '#platform/operations/field-names.js';
import type { Operation } from '#platform/operations/operation.js';
import type { IgnoredParameter } from '#platform/operations/pagination.dto.js';
import type { ApiRequest, QueryParameters } from './api-request.js';

const NONE: QueryParameters = { known: {}, ignored: [] };
const MAX_NAMED = 20;
/** Selects fields of the data, for operations with `hasFields`. */
export const FIELDS = 'fields';
/** The form in which PHP and axios write the parameters of arrays: `status[]=new` or `status[0]=new`. */
const OF_ARRAY = /\[\d*\]$/;

/** Reads the query of a request once. */
export function parametersOf(request: ApiRequest): QueryParameters {
  return (request.parameters ??= request.originalUrl.includes('?')
    ? readParameters(request.operation as Operation, request.query)
    : NONE);
}

function readParameters({ input, hasFields }: Operation, query: Record<string, unknown>): QueryParameters {
  const names = new Set([...fieldNamesOf(input.query), ...(hasFields ? [FIELDS] : [])]);
  const known: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [sent, value] of Object.entries(query)) {
    const name = sent.replace(OF_ARRAY, '');
    if (!names.has(name)) ignored.push(sent);
    else known[name] = Object.hasOwn(known, name) ? [known[name], value].flat() : value;
  }
  const candidates = [...names];
  return { known, ignored: ignored.slice(0, MAX_NAMED).map((name) => describe(name, candidates)) };
}

/** Names are case-sensitive, but a name in another case counts as similar. */
function describe(sent: string, candidates: string[]): IgnoredParameter {
  const name = shortName(sent);
  const [word = ''] = name.toLowerCase().split('[', 1);
  return { name, did_you_mean: meantName(word, candidates) ?? null };
}
