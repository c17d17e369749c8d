import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { CallContext, ToolRunner } from './tool.runner.js';

const REPORT_TOOL = 'get_pain_points';

/** Registers the report of a product as a resource that a person can attach to a conversation. */
export function registerResources(server: McpServer, runner: ToolRunner, context: CallContext): void {
  server.registerResource(
    'pain_points_report',
    new ResourceTemplate('qualm://products/{id}/pain-points', { list: undefined }),
    {
      title: 'Pain-points report of a product',
      description: 'The complaints of reviewers by theme. The id comes from search_products.',
      mimeType: 'application/json',
    },
    async (uri, { id }) => {
      const tool = runner.find(REPORT_TOOL);
      if (!tool) throw new ResourceNotFoundError(uri.href);
      const { isError, content } = await runner.run(tool, { id }, context);
      const [block] = content;
      const text = block?.type === 'text' ? block.text : '';
      if (!isError) return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
      const failure = JSON.parse(text) as { code: string; message: string };
      if (['not_found', 'invalid_request'].includes(failure.code)) throw new ResourceNotFoundError(uri.href);
      throw new ProtocolError(ProtocolErrorCode.InternalError, failure.message);
    },
  );
}
