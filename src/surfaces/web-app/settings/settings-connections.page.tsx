import type { VNode } from 'preact';
import type { ListedConnection } from '#access/oauth/connections.service.js';
import { ConfirmedForm, CopyButton, InPages, Table, Time } from '../parts/parts.page.js';

const CONNECTIONS_OF_PAGE = 40;

interface ConnectionsView {
  connections: ListedConnection[];
  /** Whether the person may end a connection. */
  mayEnd: (connection: ListedConnection) => boolean;
  mcpUrl: string;
}

export function ConnectionsPage({ mcpUrl, ...view }: ConnectionsView): VNode {
  const { connections } = view;
  return (
    <>
      <p>
        Connect an assistant to let it act for your team. Give it this address. It then asks you to log in and to allow
        the connection.
      </p>
      <pre tabIndex={0} aria-label="The address">
        <code id="mcp-url">{mcpUrl}</code>
      </pre>
      <p>
        <CopyButton source="mcp-url">Copy the address</CopyButton>
      </p>
      <ClientSnippets mcpUrl={mcpUrl} />
      {connections.length === 0 && <p class="quiet">No assistants are connected.</p>}
      {connections.length > 0 && (
        <InPages all={connections} size={CONNECTIONS_OF_PAGE}>
          {(shown) => <ConnectionTable {...view} connections={shown} />}
        </InPages>
      )}
    </>
  );
}

function budgetOf({ credit_budget, spent_last_30_days, ask_before_spending }: ListedConnection): string {
  if (!credit_budget) return 'cannot spend';
  const left = Math.max(0, credit_budget - spent_last_30_days);
  return `${spent_last_30_days} used, ${left} left of ${credit_budget}${ask_before_spending ? ', asks first' : ''}`;
}

function ConnectionTable(props: Omit<ConnectionsView, 'mcpUrl'>): VNode {
  return (
    <Table columns={['Client', 'Budget, 30 days', 'Connected', 'Last used', 'Actions']}>
      {props.connections.map((connection) => (
        <tr key={connection.id}>
          <td>
            <bdi>{connection.client_name}</bdi> <span class="quiet">by {connection.user_email}</span>
          </td>
          <td data-label="Budget, 30 days">{budgetOf(connection)}</td>
          <td data-label="Connected">
            <Time at={connection.created_at} />
          </td>
          <td data-label="Last used">
            <Time at={connection.last_used_at} minutes />
          </td>
          <td>
            {props.mayEnd(connection) && (
              <ConfirmedForm
                action={`/app/settings/connections/${connection.id}/disconnect`}
                word="Disconnect"
                label={`Disconnect ${connection.client_name}`}
              >
                {`Disconnect ${connection.client_name} now`}
              </ConfirmedForm>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

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
function ClientSnippets({ mcpUrl }: { mcpUrl: string }): VNode {
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
