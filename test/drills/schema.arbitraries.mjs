import fc from 'fast-check';

/** Ids that exist, for half of all ids. The drill adds its own. */
export const CHOSEN_IDS = ['01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10'];

const DEPTH = 4;
const EXTREMES = [0, -1, 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 0.1, -0];
const HOSTILE = [
  '',
  '\0',
  '\ud800',
  '../..',
  "' OR 1=1 --",
  '<script>',
  '%00',
  '\r\nX: y',
  '{{7*7}}',
  '𝒳'.repeat(50),
  '0'.repeat(5_000),
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...HOSTILE),
  fc.string({ minLength: 200, maxLength: 600 }),
);

/** Values of a JSON schema, mostly valid ones, with wrong and hostile ones among them. `document` resolves references. */
export function arbitraryOf(schema, document, depth = 0) {
  const declared = resolved(schema, document);
  const valid = depth > DEPTH ? fc.constant(null) : validOf(declared, document, depth);
  return fc.oneof({ arbitrary: valid, weight: 6 }, { arbitrary: text, weight: 1 }, { arbitrary: anyJson, weight: 1 });
}

const anyJson = fc.jsonValue({ maxDepth: 3 });

const resolved = (schema, document) =>
  schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1)] ?? {}) : schema;

function validOf(schema, document, depth) {
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (choices) return fc.oneof(...choices.map((each) => arbitraryOf(each, document, depth + 1)));
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? 0, max: Math.max(schema.minimum ?? 0, schema.maximum ?? 1_000) }),
        fc.constantFrom(...EXTREMES, (schema.maximum ?? 0) + 1, (schema.minimum ?? 0) - 1),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, document, depth + 1), { maxLength: 6 });
    case 'object':
      return objectOf(schema, document, depth);
    default:
      return stringOf(schema);
  }
}

function objectOf({ properties = {}, required = [] }, document, depth) {
  const fields = Object.entries(properties).map(([name, each]) => [name, arbitraryOf(each, document, depth + 1)]);
  const declared = fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  });
  const further = fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'team_id', 'id', 'x'), anyJson, {
    maxKeys: 1,
  });
  return fc.tuple(declared, further).map(([given, more]) => ({ ...given, ...more }));
}

function stringOf({ format }) {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...CHOSEN_IDS), fc.uuid());
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (format === 'uri' || format === 'url') return fc.webUrl();
  if (format === 'email') return fc.emailAddress();
  return text;
}
