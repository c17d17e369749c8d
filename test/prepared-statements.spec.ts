import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../src');

/**
 * Tables that are empty at one moment and have 100,000 rows at the next: a plan that a connection has kept for the empty table reads
 * all of them (decision 0022).
 */
const QUEUE_LIKE = [
  'events',
  'event_deliveries',
  'team_events',
  'webhook_deliveries',
  'mails',
  'detection_batches',
  'bulk_jobs',
  'bulk_items',
  'data_copies',
  'backups',
  'import_uploads',
  'idempotency_keys',
  'billing_events',
  'sources',
  'destination_deliveries',
];

const READS = new RegExp(`\\b(?:FROM|JOIN|UPDATE|USING)\\s+(?:ONLY\\s+)?(${QUEUE_LIKE.join('|')})\\b`, 'i');

interface Found {
  file: string;
  text: string;
}

interface LeasedTable {
  name: string;
  isPrepared: boolean;
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file),
);
const statements: Found[] = [];
const leased: LeasedTable[] = [];
for (const file of files) {
  const code = readFileSync(join(ROOT, file), 'utf8');
  // To parse all files takes seconds.
  if (!/\.prepared\b|LeasedRows/.test(code)) continue;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const texts = constantsOf(source);
  visit(source, (node) => {
    if (ts.isCallExpression(node) && /\.prepared\.\w+$/.test(node.expression.getText())) {
      statements.push({ file, text: textOf(node.arguments[0], texts) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'LeasedRows') leased.push(tableOf(node, texts));
  });
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/** The initializers of the constants of a file. */
function constantsOf(source: ts.SourceFile): Map<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  visit(source, (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer) constants.set(node.name.getText(), node.initializer);
  });
  return constants;
}

/** The text of an expression, with the constants of its file in their places. */
function textOf(node: ts.Node | undefined, constants: Map<string, ts.Expression>): string {
  if (!node) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return constants.has(node.text) ? textOf(constants.get(node.text), constants) : node.text;
  if (!ts.isTemplateExpression(node)) return node.getText();
  const spans = node.templateSpans.map((span) => textOf(span.expression, constants) + span.literal.text);
  return node.head.text + spans.join('');
}

function tableOf(node: ts.NewExpression, constants: Map<string, ts.Expression>): LeasedTable {
  const options = node.arguments?.[1];
  if (!options || !ts.isObjectLiteralExpression(options)) throw new Error(`A table of ${node.getText()} is not named.`);
  const valueOf = (name: string): ts.Expression | undefined =>
    options.properties.filter(ts.isPropertyAssignment).find((each) => each.name.getText() === name)?.initializer;
  return { name: textOf(valueOf('name'), constants), isPrepared: valueOf('columns') !== undefined };
}

describe('a prepared statement', () => {
  it('reads no table that works like a queue', () => {
    expect(statements.length).toBeGreaterThan(40);
    expect(statements.filter(({ text }) => READS.test(text))).toEqual([]);
  });

  it('claims rows only of tables that grow slowly', () => {
    const prepared = leased.filter(({ isPrepared }) => isPrepared).map(({ name }) => name);
    expect(prepared.filter((name) => QUEUE_LIKE.includes(name))).toEqual([]);
    expect(prepared.toSorted()).toEqual(['enrichment_answers', 'runs']);
  });

  it('is checked for every table whose rows are claimed', () => {
    const unknown = leased.filter(({ name, isPrepared }) => !isPrepared && !QUEUE_LIKE.includes(name));
    expect(unknown).toEqual([]);
  });
});
