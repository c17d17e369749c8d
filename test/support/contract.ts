import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The parts of an OpenAPI document that the tests use. */
export interface OpenApiDocument {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Record<string, Record<string, Record<string, unknown>>>;
}

export interface DescribedOperation {
  operationId: string;
  'x-scopes': string[];
  'x-credits': number;
  parameters?: unknown[];
  responses: Record<string, DescribedResponse>;
}

export interface DescribedResponse {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

/** Checks responses against the OpenAPI document of the service. */
export class Contract {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<object, ValidateFunction>();
  private readonly paths: { template: string; pattern: RegExp; operations: Record<string, DescribedOperation> }[];

  constructor(readonly document: OpenApiDocument) {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', ...document });
    this.paths = Object.entries(document.paths).map(([template, operations]) => {
      return { template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`), operations };
    });
  }

  /** The path template and operation of an API path, or null if the document does not contain the path. */
  find(method: string, path: string): { template: string; operation: DescribedOperation } | null {
    const [pathname = ''] = path.split('?');
    for (const { template, pattern, operations } of this.paths) {
      const operation = operations[method === 'HEAD' ? 'get' : method.toLowerCase()];
      if (operation && pattern.test(pathname)) return { template, operation };
    }
    return null;
  }

  /** The documented response of an operation for a status, with references resolved. */
  response(operation: DescribedOperation, status: number): DescribedResponse | null {
    const response = operation.responses[status];
    const name = response?.$ref?.split('/').at(-1);
    return name
      ? ((this.document.components.responses?.[name] as DescribedResponse | undefined) ?? null)
      : (response ?? null);
  }

  /** The errors of a body against a schema of the document, or null if the body is valid. */
  schemaErrors(schema: object, body: unknown): string | null {
    let validate = this.validators.get(schema);
    if (!validate) {
      validate = this.ajv.compile(absolute(schema) as object);
      this.validators.set(schema, validate);
    }
    return validate(body) ? null : this.ajv.errorsText(validate.errors);
  }

  /** The undocumented status or shape of a response, or null if the response is documented. */
  responseErrors(method: string, path: string, status: number, body: unknown): string | null {
    const found = this.find(method, path);
    if (!found) return null;
    const response = this.response(found.operation, status);
    const schema = response?.content?.['application/json']?.schema;
    if (!schema) return `${method} ${found.template} does not document status ${status}`;
    const errors = this.schemaErrors(schema, body);
    return errors && `${method} ${found.template} does not match the documented schema of status ${status}: ${errors}`;
  }
}

/** Makes the references of a schema absolute, so that they still work outside the document. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? item.replace(/^#/, 'openapi#') : absolute(item),
    ]),
  );
}
