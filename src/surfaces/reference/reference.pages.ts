import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { allFailures, explainedFailures, type Failure } from '#platform/errors/application-error.js';
import { assistantsGuide } from './guides/assistants.guide.js';
import { clientsGuide } from './guides/clients.guide.js';
import { errorsGuide } from './guides/errors.guide.js';
import { idempotencyGuide } from './guides/idempotency.guide.js';
import { limitsGuide } from './guides/limits.guide.js';
import { sandboxGuide } from './guides/sandbox.guide.js';
import { paragraphs } from './markdown.table.js';
import { ObjectTables } from './object.tables.js';
import type { OpenApiDocument } from './openapi.types.js';
import { operationSection } from './operation.section.js';
import { ReferenceDocument } from './reference.document.js';
import {
  addressOf,
  operationsMatching,
  operationsOf,
  type ReferenceOperation,
  slugOf,
} from './reference.operations.js';
import { webhooksGuide } from './guides/webhooks.guide.js';

/** A page of the reference. The first line of its Markdown is its title. */
export interface ReferencePage {
  /** The last part of the address; empty for the first page. */
  slug: string;
  title: string;
  /** The content of the page, in one sentence. */
  summary: string;
  kind: 'start' | 'guide' | 'operations';
  markdown: string;
}

/** The pages of the reference, in Markdown. The first use creates them from the declared operations and failures. */
@Injectable()
export class ReferencePages {
  private pages: ReferencePage[] | undefined;

  constructor(
    private readonly document: ReferenceDocument,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The first page, the guides, then a page for each tag. */
  all(): readonly ReferencePage[] {
    return (this.pages ??= this.create());
  }

  find(slug: string): ReferencePage | undefined {
    return this.all().find((page) => page.slug === slug);
  }

  /** A list of the operations that contain all words of a query, in Markdown. All operations without a query. */
  listOperations(query = ''): { found: number; markdown: string } {
    const { tags } = this.document.get();
    const found = operationsMatching(this.operations(), query);
    const lists = tags.map(({ name }) => {
      const items = found.filter(({ tag }) => tag === name).map(itemOf);
      return items.length > 0 && paragraphs(`### ${name}`, items.join('\n'));
    });
    return { found: found.length, markdown: paragraphs(...lists) };
  }

  private operations(): ReferenceOperation[] {
    return operationsOf(this.document.get(), this.document.operations());
  }

  private create(): ReferencePage[] {
    const document = this.document.get();
    const failures = allFailures().filter(({ isInternal }) => !isInternal);
    const guides = [
      errorsGuide(explainedFailures(), document),
      limitsGuide(this.env),
      idempotencyGuide(this.env),
      webhooksGuide(this.env),
      clientsGuide(this.env.PUBLIC_URL),
      sandboxGuide(this.env),
      assistantsGuide(this.env.PUBLIC_URL),
    ];
    const operations = this.operations();
    const pageOfObject = new Map<string, string>();
    return [
      startPage(document),
      ...guides.map((guide) => ({ ...guide, kind: 'guide' as const })),
      ...document.tags.map(({ name, description = '' }) =>
        tagPage(
          name,
          description,
          operations.filter(({ tag }) => tag === name),
          { document, failures, pageOfObject },
        ),
      ),
    ];
  }
}

const itemOf = (operation: ReferenceOperation): string =>
  `- [\`${operation.method} ${operation.path}\`](${addressOf(operation)}) ${operation.summary}`;

function startPage({ info, servers }: OpenApiDocument): ReferencePage {
  const markdown = paragraphs(
    '# API reference',
    info.description,
    `The base address is \`${servers[0].url}\`. Most operations need an API key of a team on a paid plan, sent as ` +
      '`Authorization: Bearer <API_KEY>`. Product search, the preview of a report and competitors need none.',
    'There are [clients](/docs/clients) for TypeScript and Python.',
    'Programs read the [OpenAPI 3.1 document](/api/v1/openapi.json). Every page is also Markdown: add `.md` to its address.',
  );
  const summary = 'How to call the API, and all operations.';
  return { slug: '', title: 'API reference', summary, kind: 'start', markdown };
}

/** The shared context of the pages of all tags. */
interface TagPages {
  document: OpenApiDocument;
  failures: readonly Failure[];
  /** The address of the page with the table of each object, filled in the order of the pages. */
  pageOfObject: Map<string, string>;
}

function tagPage(
  name: string,
  summary: string,
  operations: readonly ReferenceOperation[],
  { document, failures, pageOfObject }: TagPages,
): ReferencePage {
  const objects = new ObjectTables(document.components.schemas, `/docs/${slugOf(name)}`, pageOfObject);
  const page = { operations, document, objects, failures };
  const sections = operations.map((operation) => operationSection(operation, page));
  const tables = objects.tables();
  const markdown = paragraphs(
    `# ${name}`,
    `${summary}. In the examples, \`$KEY\` is your API key, \`$ID\` an id, and \`qualm\` a [client](/docs/clients).`,
    operations.map(({ id, method, path }) => `- [\`${method} ${path}\`](#${id})`).join('\n'),
    ...sections,
    tables && paragraphs('## Objects {#objects}', tables),
  );
  return { slug: slugOf(name), title: name, summary: `${summary}.`, kind: 'operations', markdown };
}
