import type { Operation } from '#platform/operations/operation.js';
import type {
  DescribedContent,
  DescribedOperation,
  DescribedParameter,
  OpenApiDocument,
  Schema,
} from './openapi.types.js';

/** One operation as a page of the reference shows it. */
export interface ReferenceOperation {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** Parameters of the path and the query. Those of the header are the same everywhere. */
  parameters: DescribedParameter[];
  body?: { schema: Schema; example?: unknown };
  /** Undefined for a file, which the description explains. */
  answer?: { schema: Schema; example?: unknown };
  statuses: number[];
  /** Failures that only some operations answer. */
  reasons: readonly string[];
  /** Empty for an endpoint that needs no credential and has no rate limit. */
  lanes: readonly string[];
  writes: boolean;
  /** The scopes that a key needs. */
  scopes: string[];
  /** The price; 0 for a free operation. */
  credits: number;
}

/** All operations of a document, in its order. `declared` are the operations that have lanes. */
export function operationsOf(document: OpenApiDocument, declared: readonly Operation[]): ReferenceOperation[] {
  const byId = new Map(declared.map((operation) => [operation.id, operation]));
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operationOf(method.toUpperCase(), path, described, byId.get(described.operationId)),
    ),
  );
}

function operationOf(
  method: string,
  path: string,
  described: DescribedOperation,
  declared?: Operation,
): ReferenceOperation {
  const { operationId, tags, summary, description = '', parameters = [], requestBody, responses } = described;
  return {
    id: operationId,
    tag: tags[0],
    method,
    path,
    summary,
    description,
    parameters: parameters.filter((parameter) => 'name' in parameter),
    body: requestBody?.content['application/json'],
    answer: (responses[200] as Partial<DescribedContent>).content?.['application/json'],
    statuses: Object.keys(responses)
      .map(Number)
      .filter((status) => status >= 400),
    reasons: declared?.reasons ?? [],
    lanes: declared?.lanes ?? [],
    writes: declared?.writes === true,
    scopes: described['x-scopes'],
    credits: described['x-credits'],
  };
}

/** The page of a tag, such as `pain-points`. */
export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** The address of an operation in the reference. */
export const addressOf = ({ tag, id }: ReferenceOperation): string => `/docs/${slugOf(tag)}#${id}`;

/** The operations that contain every word of a query: in their names, descriptions, parameters or fields. */
export function operationsMatching(operations: readonly ReferenceOperation[], query: string): ReferenceOperation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    const text = JSON.stringify(operation).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
