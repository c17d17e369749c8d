/**
 * SQL of the condition that a team may see a person: neither the operator nor the team has suppressed the person. `keys`
 * and `teamId` are SQL expressions, of the identity keys of the person and of the team.
 */
export const mayBeShown = (keys: string, teamId: string): string =>
  `NOT EXISTS (SELECT FROM suppressions suppression WHERE suppression.key = ANY(${keys}))
   AND NOT EXISTS (SELECT FROM team_suppressions listed WHERE listed.team_id = ${teamId} AND listed.key = ANY(${keys}))`;

/** SQL of the keys of the domain of an email address, and of the domains above it. `emailKey` is an SQL expression. */
export const domainKeysIn = (emailKey: string): string =>
  `ARRAY(SELECT 'domain:' || array_to_string(labels[place:], '.')
         FROM (SELECT string_to_array(split_part(${emailKey}, '@', 2), '.') AS labels) AS domain,
              generate_series(1, cardinality(labels) - 1) AS place)`;
