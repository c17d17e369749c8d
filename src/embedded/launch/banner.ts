import { join } from 'node:path';
import { type Env } from '#config/env.js';

/**
 * The start message with all addresses. `embedded` adds the data directory, and where the passwords are: that of the operator is
 * in the configuration if `isPasswordGiven`, else in the data directory.
 */
export function banner(env: Env, embedded: boolean, isPasswordGiven: boolean): string {
  const at = (path: string) => `${env.PUBLIC_URL}${path}`;
  const lines = [
    '',
    `Ready at ${at('/')}`,
    `  API          ${at('/api/v1')}`,
    `  Reference    ${at('/docs')}`,
    `  MCP          ${at('/mcp')}`,
    `  Queues       ${at('/ops/queues')}`,
  ];
  if (embedded) {
    const password = isPasswordGiven ? 'OPS_PASSWORD' : join(env.DATA_DIR, 'ops.password');
    lines.push(
      `  Data         ${env.DATA_DIR}`,
      `  Demo login and API keys are in ${join(env.DATA_DIR, 'demo.json')}`,
      `  Operator     ${env.OPS_USER}, with the password in ${password}`,
    );
  }
  lines.push('', 'Try:', `  curl '${at('/api/v1/products?query=e&page_size=3')}'`, '');
  return lines.join('\n');
}
