import type { Failure } from '#platform/errors/application-error.js';
import { STATUS_OF } from '#platform/errors/application-error.js';
import { failureEnvelope } from '#platform/http/envelope.js';
import { pythonOf, typescriptOf } from './client.lines.js';
import { curlOf } from './curl.line.js';
import { exampleCallOf } from './example.call.js';
import { codeBlock, jsonBlock, markdownTable, paragraphs } from './markdown.table.js';
import type { ObjectTables } from './object.tables.js';
import { EXAMPLE_REQUEST_ID } from './openapi.failures.js';
import type { OpenApiDocument, Schema } from './openapi.types.js';
import type { ReferenceOperation } from './reference.operations.js';

const LANES: Record<string, string> = {
  anonymous: 'no credential',
  key: 'an API key',
  oauth: 'an assistant with OAuth',
};

/** The shared context of the sections of a page. `objects` collects the objects that they name. */
export interface SectionsOfPage {
  operations: readonly ReferenceOperation[];
  document: OpenApiDocument;
  objects: ObjectTables;
  failures: readonly Failure[];
}

/** The Markdown of one operation: its purpose, price and requirements, and its answers. */
export function operationSection(operation: ReferenceOperation, page: SectionsOfPage): string {
  const { document, objects } = page;
  const { id, method, path, summary, description } = operation;
  const call = exampleCallOf(operation, document.components.schemas);
  return paragraphs(
    `## ${summary} {#${id}}`,
    `\`${method} ${path}\``,
    description,
    accessOf(operation),
    parametersOf(operation, objects),
    bodyOf(operation, objects),
    '### Example request',
    codeBlock('sh', curlOf(operation, document.servers[0].url, call)),
    codeBlock('ts', typescriptOf(operation, call)),
    codeBlock('py', pythonOf(operation, call)),
    '### Answer',
    answerOf(operation, page),
    failuresOf(operation, page),
  );
}

function accessOf({ lanes, scopes, credits, writes }: ReferenceOperation): string {
  const access = lanes.map((lane) => LANES[lane] ?? lane).join(', or ');
  const cost = credits === 0 ? 'free' : `${credits} credit${credits === 1 ? '' : 's'}; needs a spend budget`;
  return [
    `**Access:** ${access || 'no credential, no rate limit'}.`,
    scopes.length > 0 && `**Scope:** \`${scopes.join('`, `')}\`.`,
    `**Cost:** ${cost}.`,
    writes && 'Takes an [`Idempotency-Key`](/docs/idempotency).',
  ]
    .filter(Boolean)
    .join(' ');
}

function parametersOf({ parameters }: ReferenceOperation, objects: ObjectTables): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, schema, description = '' }) => [
    `\`${name}\``,
    `${place}${required ? ', required' : ''}`,
    objects.typeOf(schema),
    description,
  ]);
  return paragraphs('### Parameters', markdownTable(['name', 'in', 'type', 'meaning'], rows));
}

function bodyOf({ body }: ReferenceOperation, objects: ObjectTables): string {
  if (!body) return '';
  const rows = objects.rowsOf(objects.resolved(body.schema));
  return paragraphs('### Request body', markdownTable(['field', 'type', 'meaning'], rows));
}

function answerOf({ id, answer }: ReferenceOperation, { objects, operations }: SectionsOfPage): string {
  if (!answer) return 'A file: `application/jsonl` or `text/csv; charset=utf-8; header=present`.';
  const { data, meta } = (objects.resolved(answer.schema).properties ?? {}) as Record<string, Schema | undefined>;
  const parts = [data && `\`data\`: ${objects.typeOf(data)}`, meta && `\`meta\`: ${objects.typeOf(meta)}`];
  const types = parts.filter(Boolean).join('. ');
  const shown = operations.find((other) => other.answer && showsThe(data, objects.resolved(other.answer.schema)));
  if (shown && shown.id !== id) {
    return paragraphs(`${types}.`, `[\`${shown.method} ${shown.path}\`](#${shown.id}) shows an example.`);
  }
  return paragraphs(types && `${types}.`, answer.example !== undefined && jsonBlock(withoutIgnored(answer.example)));
}

/** Whether an operation answers with the object of `data`, or with an item of its list. */
function showsThe(data: Schema | undefined, { properties }: Schema): boolean {
  const object = data?.$ref ?? (data?.items as Schema | undefined)?.$ref;
  return object !== undefined && (properties as Record<string, Schema | undefined> | undefined)?.data?.$ref === object;
}

/** An example without the list of ignored parameters, which every operation can have. */
function withoutIgnored(example: unknown): unknown {
  const { meta, ...rest } = example as { meta?: { ignored_parameters?: unknown } };
  const { ignored_parameters: _, ...shown } = meta ?? {};
  return { ...rest, ...(Object.keys(shown).length > 0 && { meta: shown }) };
}

/** The reasons that an operation can answer, by status, and an example of the most specific one, once on a page. */
function failuresOf(operation: ReferenceOperation, { operations, failures }: SectionsOfPage): string {
  const possible = failures.filter((failure) => canFail(operation, failure));
  if (possible.length === 0) return '';
  const rows = operation.statuses.flatMap((status) => {
    const reasons = possible.filter(({ code }) => STATUS_OF[code] === status);
    // Reasons that any body, write or list can have are not linked, so that the pages stay small.
    const links = reasons.map(({ reason, on }) =>
      isGeneral(on) ? `\`${reason}\`` : `[\`${reason}\`](/docs/errors#${reason})`,
    );
    return reasons[0] ? [[String(status), `\`${reasons[0].code}\``, links.join(' ')]] : [];
  });
  const example = exampleOf(operation, failures);
  const isNew = operations.find((other) => exampleOf(other, failures) === example)?.id === operation.id;
  return paragraphs(
    '### Failures',
    markdownTable(['status', 'code', 'reasons'], rows),
    isNew && example && jsonBlock(failureEnvelope(example.example(), EXAMPLE_REQUEST_ID)),
  );
}

const exampleOf = (operation: ReferenceOperation, failures: readonly Failure[]): Failure | undefined =>
  failures.filter((failure) => canFail(operation, failure)).toSorted((a, b) => rankOf(a) - rankOf(b))[0];

const OF_FEW: readonly Failure['on'][] = ['spending', 'operations that name it'];
const isGeneral = (on: Failure['on']): boolean => typeof on === 'string' && !OF_FEW.includes(on);

/** Failures of few operations come first. */
function rankOf({ reason, on }: Failure): number {
  if (Array.isArray(on) || on === 'operations that name it') return 0;
  return ['spending', 'not_found', 'validation_failed'].indexOf(on === 'spending' ? on : reason) + 1 || 4;
}

function canFail(operation: ReferenceOperation, { reason, code, on }: Failure): boolean {
  const { statuses, reasons, id, lanes, body, writes, credits, parameters } = operation;
  const cursors = parameters.some(({ name }) => name === 'cursor');
  if (lanes.length === 0 || !statuses.includes(STATUS_OF[code])) return false;
  if (on === undefined) return true;
  if (Array.isArray(on)) return on.includes(id);
  return (
    {
      bodies: body !== undefined,
      cursors,
      writes,
      spending: credits > 0,
      'malformed requests': false,
      'operations that name it': reasons.includes(reason),
    }[on as string] ?? true
  );
}
