import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { inlineSchemaOf, type JsonSchema } from '#platform/operations/json-schema.js';
import type { Operation } from '#platform/operations/operation.js';
import type { RawInput } from '#platform/operations/operation.validator.js';
import { Pagination } from '#platform/operations/pagination.dto.js';

const LOCATIONS = ['path', 'query', 'body'] as const;

type Arguments = Record<string, unknown>;

/** Maps the flat arguments of a tool to the path, query and body of its operation. */
export class ToolSchema {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  private readonly fields: Map<string, (typeof LOCATIONS)[number]>;

  constructor(operation: Operation) {
    this.fields = new Map();
    this.input = { type: 'object', properties: {}, required: [], additionalProperties: false };
    for (const location of LOCATIONS) {
      const dto = operation.input[location];
      if (!dto) continue;
      const { properties = {}, required = [] } = inlineSchemaOf(dto);
      for (const field of Object.keys(properties)) this.fields.set(field, location);
      Object.assign(this.input.properties as object, properties);
      this.input.required?.push(...required);
    }
    this.output = outputSchemaOf(operation);
  }

  /** The arguments by location. An unknown argument goes to the body, where the validator refuses it. */
  split(given: Arguments): RawInput {
    const argumentsOf = (part: (typeof LOCATIONS)[number]): Arguments =>
      Object.fromEntries(Object.entries(given).filter(([name]) => (this.fields.get(name) ?? 'body') === part));
    return { path: argumentsOf('path'), query: argumentsOf('query'), body: argumentsOf('body') };
  }
}

/** The schema of a tool result: `data` and `meta` as in REST. */
function outputSchemaOf({ output }: Operation): JsonSchema {
  const item = inlineSchemaOf(output.type);
  const text = { type: 'string' };
  return {
    type: 'object',
    properties: {
      data: output.isArray ? { type: 'array', items: item } : item,
      meta: {
        type: 'object',
        properties: {
          ...(output.paginated && { pagination: inlineSchemaOf(Pagination) }),
          ...(output.upsell && { upsell: text }),
          ...(output.polled && { retry_after_seconds: { type: 'integer' } }),
          ...(output.upToDate && { up_to_date: { const: true } }),
          next_step: { ...text, description: 'How to get more' },
        },
        ...(output.paginated && { required: ['pagination'] }),
      },
    },
    required: output.paginated ? ['data', 'meta'] : ['data'],
  };
}

/**
 * A schema for the SDK, which shows it to clients but does not validate with it: the validator of the operation
 * reports all errors at once, with the messages of the REST API.
 */
export const shown = (schema: JsonSchema): StandardSchemaWithJSON<Arguments, Arguments> =>
  fromJsonSchema<Arguments>(schema, {
    getValidator: () => (data: unknown) => ({ valid: true, data: data as never, errorMessage: undefined }),
  });
