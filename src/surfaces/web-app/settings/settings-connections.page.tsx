import type { VNode } from 'preact';
import type { ListedConnection } from '#access/oauth/connections.service.js';
import { ClientSnippets } from './client-snippets.page.js';
import { ConfirmedForm } from '../parts/confirmed-form.page.js';
import { InPages } from '../parts/in-pages.page.js';
import { CopyButton, Time } from '../parts/parts.page.js';

const CONNECTIONS_OF_PAGE = 40;

interface ConnectionsView {
  connections: ListedConnection[];
  /** Whether the person may end a connection. */
  mayEnd: (connection: ListedConnection) => boolean;
  mcpUrl: string;
  csrfToken: string;
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
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">Client</th>
          <th scope="col">Budget, 30 days</th>
          <th scope="col">Connected</th>
          <th scope="col">Last used</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {props.connections.map((connection) => (
          <tr key={connection.id}>
            <td>
              {connection.client_name} <span class="quiet">by {connection.user_email}</span>
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
                  csrfToken={props.csrfToken}
                  word="Disconnect"
                  label={`Disconnect ${connection.client_name}`}
                >
                  {`Disconnect ${connection.client_name} now`}
                </ConfirmedForm>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
