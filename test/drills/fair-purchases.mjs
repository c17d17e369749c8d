/** @throws unless the run of every ended purchase has the matching state, and no team has paid twice for the same item */
export async function demandFairPurchases(service) {
  const unfair = await service.rows(
    `SELECT purchase.action, purchase.state, run.state AS run, unlock.outcome
     FROM purchases purchase
     LEFT JOIN runs run ON run.purchase_id = purchase.id
     LEFT JOIN unlocks unlock ON purchase.action = 'unlock_contact' AND unlock.team_id = purchase.team_id
       AND unlock.opportunity_id::text = run.input ->> 'opportunityId' AND unlock.field = run.input ->> 'field'
     LEFT JOIN pitches pitch ON pitch.id = run.id
     LEFT JOIN reports report ON report.id = run.id
     WHERE (purchase.state = 'settled') IS DISTINCT FROM
             coalesce(run.state = 'completed' AND num_nonnulls(pitch.id, report.id, nullif(unlock.outcome, 'not_found')) = 1, false)`,
  );
  if (unfair.length > 0) throw new Error(`Runs do not match their charges or refunds: ${JSON.stringify(unfair)}`);
  const twice = await service.rows(
    `SELECT team_id, thing, count(*) FROM purchases WHERE state = 'settled' AND action <> 'generate_report'
     GROUP BY team_id, thing HAVING count(*) > 1`,
  );
  if (twice.length > 0) throw new Error(`Charged twice: ${JSON.stringify(twice)}`);
}

/** Whether a repeated request returns the same result: the same contact, pitch or accepted report. */
export function isSameGood(before, after) {
  if (after.status !== before.status) return false;
  const [was, is] = [before.body.data ?? {}, after.body.data ?? {}];
  return ['value', 'found', 'generation_id', 'markdown'].every((field) => was[field] === is[field]);
}
