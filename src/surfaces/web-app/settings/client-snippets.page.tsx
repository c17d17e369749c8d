import type { VNode } from 'preact';
import { CopyButton } from '../parts/parts.page.js';

interface Client {
  name: string;
  /** The instruction for the person. */
  steps: string;
  /** The text to paste; the address alone by default. */
  snippet?: (url: string) => string;
}

const json = (value: object): string => JSON.stringify(value, null, 2);

const CLIENTS: readonly Client[] = [
  { name: 'Claude, web or desktop', steps: 'Settings → Connectors → Add custom connector. Paste the address.' },
  {
    name: 'Claude Code',
    steps: 'Run the command, then /mcp and Authenticate.',
    snippet: (url) => `claude mcp add --transport http qualm ${url}`,
  },
  {
    name: 'ChatGPT',
    steps: 'Settings → Connectors → Advanced → Developer mode → Create, with OAuth. Paste the address.',
  },
  {
    name: 'Cursor',
    steps: 'Add the server to .cursor/mcp.json.',
    snippet: (url) => json({ mcpServers: { qualm: { url } } }),
  },
  {
    name: 'VS Code',
    steps: 'Add the server to .vscode/mcp.json, or run “MCP: Add Server”.',
    snippet: (url) => json({ servers: { qualm: { type: 'http', url } } }),
  },
  { name: 'MCP Inspector', steps: 'Choose Streamable HTTP, paste the address, and connect.' },
];

/** Instructions for each client, with the text to paste. */
export function ClientSnippets({ mcpUrl }: { mcpUrl: string }): VNode {
  return (
    <section class="client-snippets">
      {CLIENTS.map(({ name, steps, snippet }, index) => (
        <details key={name}>
          <summary>{name}</summary>
          <p>{steps}</p>
          <pre tabIndex={0} aria-label={`For ${name}`}>
            <code id={`client-${index}`}>{snippet ? snippet(mcpUrl) : mcpUrl}</code>
          </pre>
          <p>
            <CopyButton source={`client-${index}`}>Copy</CopyButton>
          </p>
        </details>
      ))}
    </section>
  );
}
