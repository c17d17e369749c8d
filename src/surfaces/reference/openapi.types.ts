/** A JSON Schema as used in OpenAPI 3.1. */
export type Schema = { [keyword: string]: unknown };

/** The components of an OpenAPI document. */
export interface Components {
  schemas: Record<string, Schema>;
  responses: Record<string, object>;
  parameters: Record<string, object>;
  headers: Record<string, object>;
}

/** A parameter of an operation. */
export interface DescribedParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

/** JSON in a request or a response. */
export interface DescribedContent {
  content: { 'application/json': { schema: Schema; example?: unknown } };
}

/** An operation as the OpenAPI document describes it. */
export interface DescribedOperation {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  security: object[];
  /** The scopes that a key needs. */
  'x-scopes': string[];
  /** The price; 0 for a free operation. */
  'x-credits': number;
  parameters?: (DescribedParameter | { $ref: string })[];
  requestBody?: { required: boolean } & DescribedContent;
  responses: Record<string, object>;
}

/** The OpenAPI document. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string; contact: object; license: object };
  servers: [{ url: string }];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  /** The requests that endpoints get, by type of event. */
  webhooks: Record<string, object>;
  components: Components & { securitySchemes: object };
}

export const refTo = (kind: keyof Components, name: string): { $ref: string } => ({
  $ref: `#/components/${kind}/${name}`,
});
