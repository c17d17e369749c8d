/** A JSON Schema, as OpenAPI 3.1 has it. */
export type Schema = { [keyword: string]: unknown };

/** The parts of an OpenAPI document that are built up bit by bit. */
export interface Components {
  schemas: Record<string, Schema>;
  responses: Record<string, object>;
  parameters: Record<string, object>;
  headers: Record<string, object>;
}

export const refTo = (kind: keyof Components, name: string): { $ref: string } => ({
  $ref: `#/components/${kind}/${name}`,
});
