/** The window of a rolling budget. */
const ROLLING_DAYS = 30;

/**
 * The use of the `budget` before it in a FROM clause: `spent.used` in total, `spent.today` since midnight in UTC.
 * Refunded purchases do not count. In a rolling budget, purchases count for 30 days.
 */
export const BUDGET_USE = `LATERAL (
  SELECT coalesce(sum(cost), 0) AS used, coalesce(sum(cost) FILTER (WHERE opened_at >= date_trunc('day', now(), 'UTC')), 0) AS today
  FROM purchases WHERE budget_id = budget.id AND state <> 'refunded'
    AND (budget.kind = 'lifetime' OR opened_at > now() - make_interval(days => ${ROLLING_DAYS}))
) spent`;
