/** The request of a `curl` line as the reference writes it. `ids` are the ids of items by the first part of a path. */
export function callOf(
  command: string,
  { key, ids }: { key: string; ids: Record<string, string> },
): { path: string; init: RequestInit } {
  const [, template = ''] = / "([^"]+)"$/.exec(command) ?? [];
  const [, kind = ''] = /^\/api\/v1\/([\w-]+)/.exec(template) ?? [];
  const headers = [...command.matchAll(/-H (["'])(.+?): (.+?)\1/g)].map(
    ([, , name = '', value = '']): [string, string] => [
      name,
      value.replace('$KEY', key).replace('$(uuidgen)', crypto.randomUUID()),
    ],
  );
  return {
    path: template.replace('$ID', ids[kind] ?? crypto.randomUUID()),
    init: { method: / -X (\w+)/.exec(command)?.[1] ?? 'GET', headers, body: / -d '(.+?)' "/.exec(command)?.[1] },
  };
}
