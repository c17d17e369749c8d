import type { Failure } from '#platform/errors/application-error.js';
import { failureEnvelope } from '#platform/http/envelope.js';
import { jsonBlock, markdownTable, paragraphs } from '../markdown.table.js';
import { ObjectTables } from '../object.tables.js';
import { CODES, EXAMPLE_REQUEST_ID } from '../openapi.failures.js';
import type { OpenApiDocument } from '../openapi.types.js';

const INTRODUCTION = `# Errors

The HTTP status and \`error.code\` always agree. If one code has several reasons, \`error.details.reason\` tells them apart.
Write your code against \`code\` and \`reason\`, and show \`message\` to people: messages may change. Send \`request_id\` when you
ask for help.`;

const RETRIES = `## When to send a request again {#retries}

Send it again only if this page allows it: after the seconds in \`Retry-After\` if the answer has the header, else after a pause
that doubles each time. Send writes with an [\`Idempotency-Key\`](/docs/idempotency), so that a retry acts and charges once.`;

/** The guide to failures: the cause and the remedy of every reason, and whether to retry. */
export function errorsGuide(failures: readonly Failure[], { components }: OpenApiDocument) {
  const objects = new ObjectTables(components.schemas, '/docs/errors', new Map());
  const rows = Object.entries(CODES).map(([status, { code, description }]) => [status, `\`${code}\``, description]);
  const sections = Object.entries(CODES).map(([status, { code }]) => {
    const own = failures.filter((failure) => failure.code === code);
    return paragraphs(`## ${status} ${code}`, ...own.map((failure) => sectionOf(failure, objects)));
  });
  const tables = objects.tables();
  const markdown = paragraphs(
    INTRODUCTION,
    markdownTable(['status', 'code', 'meaning'], rows),
    RETRIES,
    'A request that failed for one of these reasons fails again, unless the reason says otherwise.',
    ...sections,
    tables,
  );
  const summary = 'Every reason for a failure: its cause, its remedy, and whether to try again.';
  return { slug: 'errors', title: 'Errors', summary, markdown };
}

function sectionOf(failure: Failure, objects: ObjectTables): string {
  const { reason, fields, optional, cause, cure, nextStep, mayRetry } = failure;
  const example = failure.example();
  const required = Object.keys(fields).filter((field) => !optional.includes(field));
  const details = objects.rowsOf({ properties: fields, required }, 'details.');
  return paragraphs(
    `### ${reason} {#${reason}}`,
    `**Cause:** ${cause ?? `${example.message}.`}`,
    `**Remedy:** ${cure ?? nextStep ?? 'Change the request before you send it again.'}`,
    mayRetry && '**Try again:** the same request may succeed later.',
    details.length > 0 && markdownTable(['field', 'type', 'meaning'], details),
    jsonBlock(failureEnvelope(example, EXAMPLE_REQUEST_ID)),
  );
}
