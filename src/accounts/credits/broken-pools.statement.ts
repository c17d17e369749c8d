/** The rows that violate a rule of the pools, as `BrokenRule`. */
export const BROKEN_POOLS = `SELECT 'a pool holds what its entries leave', pool.team_id, format('pool %s', pool.id)
        FROM credit_pools pool
          LEFT JOIN (SELECT pool_id, sum(amount) AS total FROM credit_pool_entries GROUP BY pool_id) part ON part.pool_id = pool.id
        WHERE pool.remaining <> coalesce(part.total, 0) OR pool.remaining NOT BETWEEN 0 AND pool.granted
      UNION ALL
      SELECT 'the parts of a pool continue each other', step.team_id, format('pool %s, position %s', step.pool_id, step.position)
        FROM (SELECT part.*, lag(remaining_after, 1, 0) OVER (PARTITION BY pool_id ORDER BY position) AS before
              FROM credit_pool_entries part) step
        WHERE step.before + step.amount <> step.remaining_after
      UNION ALL
      SELECT 'the pools of a team are a part of its balance', account.team_id, format('pooled %s', account.pooled)
        FROM credit_accounts account
          LEFT JOIN (SELECT team_id, sum(remaining) AS total FROM credit_pools GROUP BY team_id) pool USING (team_id)
        WHERE account.pooled <> coalesce(pool.total, 0) OR account.pooled NOT BETWEEN 0 AND account.balance
      UNION ALL
      SELECT 'the parts of an entry are within it', entry.team_id, format('position %s', entry.position)
        FROM credit_entries entry JOIN credit_pool_entries part USING (team_id, position)
        GROUP BY entry.team_id, entry.position
        HAVING abs(sum(part.amount)) > abs(entry.amount) OR bool_or(sign(part.amount) <> sign(entry.amount))
      UNION ALL
      SELECT 'only a pool ends without a period', entry.team_id, format('position %s', entry.position)
        FROM credit_entries entry
        WHERE (entry.kind = 'reversal' OR entry.kind = 'expiry' AND entry.period_ends_at IS NULL)
          AND entry.amount IS DISTINCT FROM (SELECT sum(amount) FROM credit_pool_entries part
                                             WHERE part.team_id = entry.team_id AND part.position = entry.position)
      UNION ALL
      SELECT 'credits for one action buy nothing else', entry.team_id, format('position %s', entry.position)
        FROM credit_pools pool JOIN credit_pool_entries part ON part.pool_id = pool.id
          JOIN credit_entries entry ON entry.team_id = part.team_id AND entry.position = part.position
        WHERE pool.only_action IS NOT NULL AND entry.kind = 'charge' AND entry.action IS DISTINCT FROM pool.only_action
      UNION ALL
      SELECT 'a refund gives each pool what the charge took', charge.team_id, format('purchase %s', charge.purchase_id)
        FROM credit_entries charge
          JOIN credit_entries refund ON refund.purchase_id = charge.purchase_id AND refund.kind = 'refund'
        WHERE charge.kind = 'charge'
          AND (SELECT coalesce(sum(part.amount), 0) FROM credit_pool_entries part
               WHERE part.team_id = charge.team_id AND part.position = charge.position)
           <> (SELECT -coalesce(sum(part.amount), 0) FROM credit_pool_entries part
               WHERE part.team_id = refund.team_id AND part.position = refund.position)`;
