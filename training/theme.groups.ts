import { loadHeads } from '../src/analysis/model/heads.file.js';
import { readRecord } from '../src/analysis/report.collector.js';
import { clusterComplaints } from '../src/analysis/themes/clusters/complaint.clusterer.js';
import { formThemes } from '../src/analysis/themes/theme.former.js';
import { REST } from '../src/analysis/themes/theme.types.js';
import { type DataFolder } from './data.js';
import { bCubed, clusterAgreement, sumOf } from './measures.js';
import { asReview } from './predictions.js';

/** How well `analyze themes` finds the labeled groups of one product and label. */
export interface GroupAgreement {
  name: string;
  complaints: number;
  ari: number;
  ami: number;
  bCubed: number;
  bestMatch: number[];
  /** Pairs of one group that are both in themes of the report, and those that share a theme. */
  pairs: number;
  inOneTheme: number;
}

/** Compares the groups of `analyze themes` with the labeled groups, and with the themes of a report on the same texts. */
export function compareGroups(data: DataFolder): GroupAgreement[] {
  const groups = new Map<string, { text: string; cluster: string }[]>();
  for (const { product_name: product, labels, text, cluster } of data.rows('reviews/mini-bar-clusters')) {
    const key = `${product ?? ''}/${labels?.[0] ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), { text, cluster: cluster ?? '' }]);
  }
  return [...groups].map(([name, rows]) => {
    const found = clusterComplaints(rows.map(({ text }) => text)).map(String);
    const labeled = rows.map(({ cluster }) => cluster);
    return {
      name,
      complaints: rows.length,
      ...clusterAgreement(labeled, found),
      bCubed: bCubed(labeled, found),
      ...countPairs(found, themesOf(rows, name.split('/')[0] ?? '')),
    };
  });
}

/** The themes of each complaint in a report on all of them, without the rest. */
function themesOf(rows: readonly { text: string }[], productName: string): ReadonlySet<string>[] {
  const heads = loadHeads();
  const records = rows.map(({ text }, index) => readRecord(asReview({ external_id: String(index), text }), heads));
  const themes = rows.map(() => new Set<string>());
  for (const { family, mentions } of formThemes(records, productName))
    if (family !== REST) for (const { record } of mentions) themes[Number(record.id)]?.add(family);
  return themes;
}

function countPairs(
  found: readonly string[],
  themes: readonly ReadonlySet<string>[],
): Pick<GroupAgreement, 'pairs' | 'inOneTheme'> {
  const pairs = found.flatMap((group, one) =>
    found.flatMap((other, index) => (index > one && other === group ? [[themes[one], themes[index]] as const] : [])),
  );
  const inThemes = pairs.filter(([one, other]) => one?.size && other?.size);
  return {
    pairs: inThemes.length,
    inOneTheme: sumOf(inThemes.map(([one, other]) => Number([...(one ?? [])].some((theme) => other?.has(theme))))),
  };
}
