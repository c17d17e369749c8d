import { CursorPagination, IgnoredParameter, Pagination } from '#platform/operations/pagination.dto.js';
import type { Operation } from '#platform/operations/operation.js';
import { pascalCase } from './openapi.names.js';
import type { SchemaCatalog } from './openapi.schemas.js';
import type { Schema } from './openapi.types.js';

const SUCCESS: Schema = { const: true, description: 'Distinguishes a success from a failure' };

/** A reference to the success envelope of an operation: `{success, data, meta?}`. */
export function successOf({ id, output }: Operation, catalog: SchemaCatalog): Schema {
  const item = catalog.refOf(output.type);
  return catalog.define(`${pascalCase(id)}Envelope`, {
    type: 'object',
    description: `The response of ${id}`,
    required: ['success', 'data', ...(output.paginated ? ['meta'] : [])],
    properties: {
      success: SUCCESS,
      data: output.isArray
        ? { type: 'array', items: item, description: 'One page of the list' }
        : { ...resultOf(item, output, catalog), description: 'The result' },
      meta: { ...metaOf(output, catalog), description: 'Facts about the response' },
    },
  });
}

/** A paid operation may return its price instead. */
const resultOf = (item: Schema, { dryRun }: Operation['output'], catalog: SchemaCatalog): Schema =>
  dryRun ? { anyOf: [item, catalog.refOf(dryRun)] } : item;

/** A reference to the success envelope of a route without an operation. */
export const plainSuccessOf = (name: string, data: Schema, catalog: SchemaCatalog): Schema =>
  catalog.define(`${name}Envelope`, {
    type: 'object',
    description: `The response of ${name.toLowerCase()}`,
    required: ['success', 'data'],
    properties: { success: SUCCESS, data: { ...catalog.define(name, data), description: 'The result' } },
  });

const PAGE_KINDS = { page: 'Page', cursor: 'CursorPage', both: 'AnyPage' };

function paginationOf(paginated: boolean | 'cursor' | 'both', catalog: SchemaCatalog): Schema {
  if (paginated === 'both') return { anyOf: [catalog.refOf(Pagination), catalog.refOf(CursorPagination)] };
  return catalog.refOf(paginated === 'cursor' ? CursorPagination : Pagination);
}

const SEARCHED: Schema = {
  type: 'integer',
  description:
    'Present only for a text without three letters or digits in a row: how many items, in the requested order, were searched',
  example: 5_000,
};

const REMOVED: Schema = {
  type: 'array',
  description:
    'Present only with `updated_since`: what was removed since, within 90 days, in the order of the changes. A page holds at most `page_size` changes and removals together. Filters do not apply',
  items: {
    type: 'object',
    required: ['id', 'removed_at'],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The id of the removed item, which is 404 now' },
      removed_at: { type: 'string', format: 'date-time', description: 'When it was removed' },
    },
  },
  example: [],
};

const RETRY_AFTER: Schema = { type: 'integer', description: 'Present only if the result is not final', example: 2 };
const UP_TO_DATE: Schema = {
  const: true,
  description: 'Present only if nothing was started or charged: the result is current',
};
const NEXT_STEP: Schema = {
  type: 'string',
  description: 'Present only if something should be done first',
  example: 'Fill it in',
};

/** Operations with the same kinds of facts share the schema of `meta`. */
function metaOf(output: Operation['output'], catalog: SchemaCatalog): Schema {
  const { paginated, upsell, noted, searched, polled, upToDate, nextStep, synced } = output;
  const properties = {
    ...(paginated && {
      pagination: {
        ...paginationOf(paginated, catalog),
        description: 'The position of the page in the list',
      },
    }),
    ...(upsell && {
      upsell: { type: 'string', description: 'Present only without a credential', example: 'Get the full report' },
    }),
    ...(noted && {
      note: {
        type: 'string',
        description: 'Present only if the list is incomplete: why',
        example: 'The report is old',
      },
    }),
    ...(searched && { searched: SEARCHED }),
    ...(synced && {
      synced_until: {
        type: 'string',
        format: 'date-time',
        description: 'Present only with `updated_since`, as its next value: all earlier changes have been listed',
      },
      removed: REMOVED,
    }),
    ...(polled && { retry_after_seconds: RETRY_AFTER }),
    ...(upToDate && { up_to_date: UP_TO_DATE }),
    ...(nextStep && { next_step: NEXT_STEP }),
    ignored_parameters: {
      type: 'array',
      items: catalog.refOf(IgnoredParameter),
      maxItems: 20,
      description: 'Present only if the request has query parameters that the operation does not know',
    },
  };
  const kinds = [
    searched && 'Searched',
    synced && 'Synced',
    paginated && PAGE_KINDS[paginated === true ? 'page' : paginated],
    upsell && 'Upsell',
    noted && 'Noted',
    polled && 'Polled',
    upToDate && 'UpToDate',
    nextStep && 'NextStep',
  ];
  return catalog.define(`${kinds.filter(Boolean).join('')}Meta`, {
    type: 'object',
    ...(paginated && { required: ['pagination'] }),
    properties,
  });
}
