import type { ExampleCall } from './example.call.js';
import type { ReferenceOperation } from './reference.operations.js';

/** Words that are no names of arguments in Python. The client adds an underscore to them. */
const PYTHON_KEYWORDS = ['from', 'in', 'is', 'class', 'import', 'global', 'pass'];

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pathNames = ({ path }: ReferenceOperation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** A line that calls an operation with the TypeScript client. */
export function typescriptOf(operation: ReferenceOperation, { query, body }: ExampleCall): string {
  const ids = pathNames(operation);
  const parts = [
    ...(ids.length > 0 ? [`path: { ${ids.join(', ')} }`] : []),
    ...(Object.keys(query).length > 0 ? [`query: ${objectLine(query)}`] : []),
    ...(body ? [`body: ${objectLine(body)}`] : []),
  ];
  return `await qualm.${camelCase(operation.id)}(${parts.length > 0 ? `{ ${parts.join(', ')} }` : ''});`;
}

/** A line that calls an operation with the Python client. */
export function pythonOf(operation: ReferenceOperation, { query, body }: ExampleCall): string {
  const fields = Object.entries({ ...query, ...body }).map(
    ([name, value]) => `${PYTHON_KEYWORDS.includes(name) ? `${name}_` : name}=${pythonValue(value)}`,
  );
  return `qualm.${operation.id}(${[...pathNames(operation), ...fields].join(', ')})`;
}

/** A value as a line of TypeScript. */
function objectLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(objectLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? quoted(value) : String(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${objectLine(field)}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;

function pythonValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${pythonValue(field)}`);
    return `{${fields.join(', ')}}`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null || value === undefined ? 'None' : JSON.stringify(value);
}
