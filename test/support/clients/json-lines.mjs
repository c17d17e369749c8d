/** A customer's program with the TypeScript client that reads every export as JSON Lines. It prints the number of lines of each. */
import { Qualm } from '@qualm/client';

const [baseUrl, apiKey] = process.argv.slice(2);
const qualm = new Qualm({ baseUrl, apiKey });
const query = { format: 'jsonl' };
const files = {
  opportunities: await qualm.exportOpportunities({ query }),
  reports: await qualm.exportReports({ query }),
  pitches: await qualm.exportPitches({ query }),
  ledger: await qualm.exportLedger({ query }),
  auditLog: await qualm.exportAuditLog({ query }),
};
const linesOf = (file) => file.split('\n').slice(0, -1);
const counts = Object.entries(files).map(([name, file]) => [
  name,
  linesOf(file).map((line) => JSON.parse(line)).length,
]);
console.log(JSON.stringify(Object.fromEntries(counts)));
