import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { decide } from '#access/policy/access.policy.js';
import type { ProductView } from '#market/products/products.operations.js';
import { getPitch } from '#workspace/pitches/pitches.operations.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { getWatchlist } from '#workspace/watchlist/watchlist.operations.js';
import type { Completions } from './mcp.completions.js';
import { tool } from './tool.js';
import { type CallContext, type ReadyTool, ready, type ToolRunner } from './tool.runner.js';
import type { Arguments } from './tool.view.js';

const JSON_TEXT = { mimeType: 'application/json' } as const;
const MAX_LISTED = 100;

/** Read as a resource only: assistants read pitches with list_pitches. */
const READ_PITCH = ready(
  tool(getPitch, PitchesService, {
    title: 'Read a pitch',
    description: 'One pitch of the team. Free.',
    names: { pitch_id: 'id' },
    holdsForeignText: true,
    call: (pitches, { caller, input }) => pitches.get(caller, input.path.id),
  }),
);

/** The resources of one caller: what a person can attach to a conversation. They can be read, not changed. */
export class Resources {
  constructor(
    private readonly runner: ToolRunner,
    private readonly completions: Completions,
    private readonly context: CallContext,
  ) {}

  register(server: McpServer): void {
    const isTeam = !decide(getWatchlist, this.context.caller, 'tool');
    server.registerResource(
      'pain_points_report',
      new ResourceTemplate('qualm://products/{product_id}/pain-points', {
        list: isTeam ? () => this.reports() : undefined,
        complete: { product_id: (value) => this.completions.productIds(value) },
      }),
      {
        title: 'Pain-points report of a product',
        description: 'The complaints of reviewers by theme. The id comes from search_products.',
        ...JSON_TEXT,
      },
      (uri, { product_id }) => this.read(uri, 'get_pain_points', { product_id, fields: ['all'] }),
    );
    if (isTeam) this.registerWorkspace(server);
  }

  private registerWorkspace(server: McpServer): void {
    server.registerResource(
      'watchlist',
      'qualm://watchlist',
      { title: 'Watchlist', description: 'The products that the team follows.', ...JSON_TEXT },
      (uri) => this.read(uri, 'get_watchlist', { page_size: MAX_LISTED }),
    );
    server.registerResource(
      'opportunity',
      new ResourceTemplate('qualm://opportunities/{opportunity_id}', {
        list: undefined,
        complete: { opportunity_id: (value) => this.completions.opportunityIds(value) },
      }),
      { title: 'Sales opportunity', description: 'The id comes from list_opportunities.', ...JSON_TEXT },
      (uri, { opportunity_id }) => this.read(uri, 'get_opportunity', { opportunity_id }),
    );
    server.registerResource(
      'pitch',
      new ResourceTemplate('qualm://pitches/{pitch_id}', {
        list: undefined,
        complete: { pitch_id: (value) => this.completions.pitchIds(value) },
      }),
      { title: 'Pitch', description: 'An outreach draft. The id comes from list_pitches.', ...JSON_TEXT },
      (uri, { pitch_id }) => this.read(uri, READ_PITCH, { pitch_id }),
    );
  }

  /** The reports of followed products. */
  private async reports(): Promise<ListResourcesResult> {
    const watchlist = this.runner.find('get_watchlist');
    const args = { page_size: MAX_LISTED, fields: ['name'] };
    const result = watchlist && (await this.runner.run(watchlist, args, this.context));
    const products = (result?.structuredContent as { data: ProductView[] } | undefined)?.data ?? [];
    const withReport = products.filter(({ pain_points_report_generated_at: time }) => time !== null);
    return {
      resources: withReport.map(({ id, name }) => ({
        uri: `qualm://products/${id}/pain-points`,
        name: `pain_points_report_${id}`,
        title: `Pain points of ${name}`,
      })),
    };
  }

  private async read(uri: URL, toolOrName: ReadyTool | string, args: Arguments): Promise<ReadResourceResult> {
    const used = typeof toolOrName === 'string' ? this.runner.find(toolOrName) : toolOrName;
    if (!used) throw new ResourceNotFoundError(uri.href);
    const { isError, content } = await this.runner.run(used, args, this.context);
    const [block] = content;
    const text = block?.type === 'text' ? block.text : '';
    if (!isError) return { contents: [{ uri: uri.href, ...JSON_TEXT, text }] };
    const failure = JSON.parse(text) as { code: string; message: string; next_step: string };
    if (['not_found', 'invalid_request'].includes(failure.code)) throw new ResourceNotFoundError(uri.href);
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${failure.message}. ${failure.next_step}`);
  }
}
