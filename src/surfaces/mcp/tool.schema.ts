import type { Type } from '@nestjs/common';
import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { InputFault } from '#platform/errors/application-error.js';
import { inlineSchemaOf, type JsonSchema } from '#platform/operations/json-schema.js';
import type { Operation } from '#platform/operations/operation.js';
import type { RawInput } from '#platform/operations/operation.validator.js';
import { CursorPagination, Pagination } from '#platform/operations/pagination.dto.js';
import type { Tool } from './tool.js';
import { type Arguments, briefSchema } from './tool.view.js';

const LOCATIONS = ['path', 'query', 'body'] as const;

/** A field of an operation. */
interface Field {
  location: (typeof LOCATIONS)[number];
  name: string;
}

/** The input of an operation as read from arguments. `names` has the argument of each field, for its faults. */
interface ReadArguments {
  raw: RawInput;
  names: Map<string, string>;
  faults: InputFault[];
}

/** Maps the flat arguments of a tool to the path, query and body of its operation. */
export class ToolSchema {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** The fields by the names of their argument, current and former. */
  private readonly fields = new Map<string, Field>();
  /** The argument of each field. */
  private readonly shownNames = new Map<string, string>();

  constructor(private readonly tool: Pick<Tool, 'operation' | 'names' | 'omits' | 'view' | 'opaque' | 'isBare'>) {
    const { operation, names = {}, omits = [], view } = tool;
    for (const [argument, field] of Object.entries(names)) this.shownNames.set(field, argument);
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const location of LOCATIONS) {
      const dto = operation.input[location];
      if (!dto) continue;
      const schema = inlineSchemaOf(dto);
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        if (omits.includes(name)) continue;
        const argument = this.shownNames.get(name) ?? name;
        properties[argument] = property;
        this.fields.set(name, { location, name }).set(argument, { location, name });
      }
      required.push(...(schema.required ?? []).map((name) => this.shownNames.get(name) ?? name));
    }
    Object.assign(properties, view?.arguments);
    this.input = {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
    this.output = outputSchemaOf(tool);
  }

  /**
   * The arguments by location, without those of the view. An unknown argument goes to the body, where the validator
   * refuses it.
   */
  read(given: Arguments): ReadArguments {
    const { view } = this.tool;
    const parts = {
      path: new Map<string, unknown>(),
      query: new Map<string, unknown>(),
      body: new Map<string, unknown>(),
    };
    const used = new Map<string, string>();
    const faults = view?.check(given) ?? [];
    for (const [argument, value] of Object.entries(given)) {
      if (view && Object.hasOwn(view.arguments, argument)) continue;
      const { location, name } = this.fields.get(argument) ?? ({ location: 'body', name: argument } as const);
      const other = used.get(name);
      if (other !== undefined && parts[location].get(name) !== value) {
        faults.push(contradiction(argument, other, location));
      }
      used.set(name, argument);
      parts[location].set(name, value);
    }
    const raw = {
      path: Object.fromEntries(parts.path),
      query: Object.fromEntries(parts.query),
      body: Object.fromEntries(parts.body),
    };
    return { raw, names: new Map([...this.shownNames, ...used]), faults };
  }
}

const contradiction = (argument: string, other: string, location: Field['location']): InputFault => ({
  field: argument,
  location,
  code: 'given_twice',
  message: `${argument} and ${other} are the same argument; give only one`,
});

/** The schema of a tool result: `data` and `meta` as in REST, in short. */
function outputSchemaOf({
  operation: { output },
  view,
  opaque,
  isBare,
}: Pick<Tool, 'operation' | 'view' | 'opaque' | 'isBare'>): JsonSchema {
  const item = view?.schema ?? briefSchema(inlineSchemaOf(output.type), opaque);
  if (isBare) return { ...item, required: Object.keys(item.properties ?? {}) };
  return {
    type: 'object',
    properties: {
      data: output.isArray ? { type: 'array', items: item } : item,
      meta: {
        type: 'object',
        ...(output.paginated && { properties: { pagination: briefSchema(inlineSchemaOf(paginationOf(output))) } }),
      },
    },
    required: ['data'],
  };
}

/** Tools read a list by page number if they can. */
const paginationOf = ({ paginated }: Operation['output']): Type<object> =>
  paginated === 'cursor' ? CursorPagination : Pagination;

/**
 * A schema for the SDK, which shows it to clients but does not validate with it: the validator of the operation
 * reports all errors at once, with the messages of the REST API.
 */
export const shown = (schema: JsonSchema): StandardSchemaWithJSON<Arguments, Arguments> =>
  fromJsonSchema<Arguments>(schema, {
    getValidator: () => (data: unknown) => ({ valid: true, data: data as never, errorMessage: undefined }),
  });
