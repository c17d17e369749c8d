import 'reflect-metadata';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { inlineSchemaOf, type JsonSchema } from '#platform/operations/json-schema.js';
import { OperationResult } from '#platform/operations/operation.result.js';
import { TOOLSETS } from './mcp.toolsets.js';
import type { Tool } from './tool.js';
import { successResult } from './tool.result.js';
import { ToolSchema } from './tool.schema.js';

const caller = { lane: 'anonymous', clientIp: '192.0.2.1' } as const;
const PAGE = { pagination: { page: 1, page_size: 20, has_more: false } };
const VALUES: Record<string, unknown> = { string: '2026-01-31', integer: 1, number: 1, boolean: true };

const SUMMARIES: readonly Tool[] = Object.values(TOOLSETS)
  .flat()
  .filter(({ view }) => view?.arguments.fields);

/** A value of a schema, with null wherever it may be null. */
function emptiest({ type, anyOf, items, properties, enum: allowed }: JsonSchema): unknown {
  if (Array.isArray(anyOf)) return null;
  if (items) return [emptiest(items)];
  if (type === 'object' || properties) {
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, emptiest(field)]));
  }
  return Array.isArray(allowed) ? allowed[0] : VALUES[String(type)];
}

async function issuesOf(tool: Tool, given: object): Promise<unknown> {
  const { output } = tool.operation;
  const item = emptiest(inlineSchemaOf(output.type));
  const returned = new OperationResult(output.isArray ? [item] : item, output.isArray ? PAGE : {});
  const { structuredContent } = successResult(tool, returned, { caller, given: { ...given } });
  const validated = await fromJsonSchema(new ToolSchema(tool).output)['~standard'].validate(structuredContent);
  return validated.issues ?? [];
}

describe.each(SUMMARIES.map((tool) => [tool.name, tool] as const))('an answer of %s', (_, tool) => {
  it.each([{}, { fields: ['all'] }])('fits its schema with null wherever a field may be null: %j', async (given) => {
    expect(await issuesOf(tool, given)).toEqual([]);
  });
});
