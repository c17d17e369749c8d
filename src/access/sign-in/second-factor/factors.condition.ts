/** SQL of the condition that a `person` has a second factor if the `team`, or `required` of every team, requires one. */
export const hasFactorsOf = (required: string): string =>
  `(NOT (team.requires_two_factor OR ${required})
  OR EXISTS (SELECT FROM user_factors WHERE user_id = person.id AND confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM user_identities WHERE user_id = person.id AND has_second_factor))`;
