/** A JSON Schema as used in OpenAPI 3.1. */
export type Schema = { [keyword: string]: unknown };

/** The components of an OpenAPI document. */
export interface Components {
  schemas: Record<string, Schema>;
  responses: Record<string, object>;
  parameters: Record<string, object>;
  headers: Record<string, object>;
}

export const refTo = (kind: keyof Components, name: string): { $ref: string } => ({
  $ref: `#/components/${kind}/${name}`,
});
