import { parseArgs } from 'node:util';
import { type Pair, type Prediction, PredictionCollector } from './predictions.js';
import { bootstrap } from './bootstrap.js';
import { type DataRow, dataFolder, foldOf, foldOfProduct, trainingTexts } from './data.js';
import { areaUnderCurve, f1, macroF1, spearman, sumOf } from './measures.js';
import { type CategoryCounts, readHandLabels } from './read-labels.js';
import { loadHeads } from '../src/analysis/model/heads.file.js';
import { trainHeads } from './recipe.trainer.js';
import { compareGroups } from './theme.groups.js';
import { countThemeNames } from './theme.names.js';

/**
 * `npm run eval -- DATA_DIR [LABELS_FILE] [--folds 5] [--apart]` evaluates the engine by cross-validation and prints one table.
 * With more folds, training takes longer and uses more of the data. With `--apart`, the reviews of a product are all in one fold,
 * so that no product is read by weights that saw others of its reviews. The shipped weights are trained on all of the data.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folds: { type: 'string', default: '5' }, apart: { type: 'boolean', default: false } },
});
const folds = Number(values.folds);
if (!Number.isInteger(folds) || folds < 2) throw new Error('--folds must be an integer of at least 2.');
const [folder, labelsFile] = positionals;
const data = dataFolder(folder);
const collector = new PredictionCollector(data);

const predictionsOf = (name: string): Prediction[] => collector.collected.predictions.get(name) ?? [];
const pairsOf = (name: string): Pair[] => collector.collected.pairs.get(name) ?? [];
const truths = (predictions: readonly Prediction[]): boolean[] => predictions.map(({ truth }) => truth);
const predicted = (predictions: readonly Prediction[]): boolean[] => predictions.map((one) => one.predicted);
const rules = (predictions: readonly Prediction[]): boolean[] => predictions.map(({ rule }) => rule);

type Measure = 'F1' | 'AUC' | 'macro F1' | 'share';

const MEASURES: Record<
  Measure,
  {
    engine: (predictions: readonly Prediction[]) => number;
    rule: (predictions: readonly Prediction[]) => number | null;
    floor: (predictions: readonly Prediction[]) => number | null;
  }
> = {
  F1: {
    engine: (all) => f1(truths(all), predicted(all)),
    rule: (all) => f1(truths(all), rules(all)),
    floor: (all) =>
      f1(
        truths(all),
        all.map(() => true),
      ),
  },
  AUC: {
    engine: (all) =>
      areaUnderCurve(
        truths(all),
        all.map(({ score }) => score),
      ),
    rule: (all) => areaUnderCurve(truths(all), rules(all).map(Number)),
    floor: () => 0.5,
  },
  'macro F1': {
    engine: (all) => macroF1(truths(all), predicted(all)),
    rule: (all) => macroF1(truths(all), rules(all)),
    floor: (all) =>
      macroF1(
        truths(all),
        all.map(() => sumOf(truths(all).map(Number)) * 2 > all.length),
      ),
  },
  share: { engine: (all) => sumOf(predicted(all).map(Number)) / all.length, rule: () => null, floor: () => null },
};

const ROWS: [string, Measure, string][] = [
  ['problem, Mini-BAR English', 'F1', ''],
  ['– English without stars', 'F1', ''],
  ['problem, Mini-BAR French', 'F1', ''],
  ['– French without stars', 'F1', ''],
  ['bug reports, Maalej', 'AUC', ''],
  ['bug reports, Maalej', 'F1', '0.59 (BERT, four-way)'],
  ['complaint sentence, AWARE', 'AUC', ''],
  ['informative, AR-Miner', 'AUC', ''],
  ['B2B dislikes against likes', 'AUC', ''],
  ['– without "nothing to dislike"', 'AUC', ''],
  ['B2B review names a dislike', 'macro F1', ''],
  ['B2B pain flagged, praise not *', 'macro F1', ''],
  ['request, Mini-BAR English', 'F1', ''],
  ['request, Mini-BAR French', 'F1', ''],
  ['request, Maalej', 'AUC', ''],
  ['request, Maalej', 'F1', '0.42 (BERT, four-way)'],
  ['request, SemEval', 'AUC', ''],
  ['request, SemEval', 'F1', '0.78 (trained on it)'],
  ['cost named, AWARE', 'F1', ''],
  ['purchase intent, tweets', 'F1', ''],
  ['purchase intent, tweets', 'AUC', ''],
  ['forum buying signal', 'F1', ''],
  ['forum buying signal', 'AUC', ''],
  ['– posts that are hard to tell', 'F1', ''],
  ['forum buying signal, read by us *', 'F1', ''],
  ['forum buying signal, read by us *', 'AUC', ''],
  ['weak needs found', 'share', ''],
  ['weak needs, type right', 'share', ''],
  ['leaving or preferring a rival *', 'F1', ''],
  ['quotes verbatim', 'share', ''],
  ['quotes on negative sentences', 'share', ''],
  ['B2B quotes taken from the dislikes', 'share', ''],
];

for (let fold = 0; fold < folds; fold++) {
  process.stderr.write(`fold ${fold + 1} of ${folds}\n`);
  const isHeldOut = (row: DataRow): boolean => (values.apart ? foldOfProduct : foldOf)(row, folds) === fold;
  collector.readFold(trainHeads(trainingTexts(data, (row) => !isHeldOut(row))), isHeldOut);
}
collector.readUntrained(loadHeads());
const categories = labelsFile === undefined ? undefined : readHandLabels(labelsFile, data, loadHeads(), collector);

printLine('what', 'measure', 'n', 'floor', 'rule', 'engine', '95 %', 'published');
for (const [name, measure, published] of ROWS) {
  const predictions = predictionsOf(name);
  if (!predictions.length) continue;
  const { engine, rule, floor } = MEASURES[measure];
  const [low, high] = bootstrap(predictions, engine);
  const range = `${digits(low)}–${digits(high)}`;
  printLine(
    name,
    measure,
    String(predictions.length),
    show(floor(predictions)),
    show(rule(predictions)),
    digits(engine(predictions)),
    range,
    published,
  );
}
if (categories) printCategories(categories);
for (const name of collector.collected.pairs.keys()) {
  const correlation = (pairs: readonly Pair[]): number =>
    spearman(
      pairs.map(({ left }) => left),
      pairs.map(({ right }) => right),
    );
  const pairs = pairsOf(name);
  const rule = spearman(
    pairs.map(({ left }) => left),
    pairs.map((pair) => pair.rule),
  );
  const [low, high] = bootstrap(pairs, correlation);
  printLine(
    name,
    'Spearman',
    String(pairs.length),
    '0.000',
    digits(rule),
    digits(correlation(pairs)),
    `${digits(low)}–${digits(high)}`,
    '',
  );
}
printThemes();
printThemeNames();

function printCategories({ pieces }: CategoryCounts): void {
  const microF1 = (all: Readonly<CategoryCounts['pieces']>): number =>
    (2 * sumOf(all.map(({ both }) => both))) / sumOf(all.map(({ predicted, labeled }) => predicted + labeled));
  const first = (all: Readonly<CategoryCounts['pieces']>): number => {
    const withLabels = all.filter(({ labeled }) => labeled > 0);
    return withLabels.filter(({ firstRight }) => firstRight).length / withLabels.length;
  };
  for (const [name, measure] of [
    ['micro F1', microF1],
    ['first right', first],
  ] as const) {
    const [low, high] = bootstrap(pieces, measure);
    printLine(
      'categories, read by us *',
      name,
      String(pieces.length),
      '–',
      '–',
      digits(measure(pieces)),
      `${digits(low)}–${digits(high)}`,
      '',
    );
  }
}

/** Evaluates the groups of each app and label separately. The floor is one group for all complaints. */
function printThemes(): void {
  const groups = compareGroups(data);
  const mean = (values: readonly number[]): number => sumOf(values) / values.length;
  const size = String(sumOf(groups.map(({ complaints }) => complaints)));
  const print = (measure: string, values: readonly number[]): void =>
    printLine('themes, Mini-BAR clusters', measure, size, '0.000', '–', digits(mean(values)), '–', '');
  print(
    'ARI',
    groups.map(({ ari }) => ari),
  );
  print(
    'AMI',
    groups.map(({ ami }) => ami),
  );
  print(
    'B-cubed',
    groups.map((group) => group.bCubed),
  );
  const best = groups.flatMap(({ bestMatch }) => bestMatch);
  const [low, high] = bootstrap(best, mean);
  const range = `${digits(low)}–${digits(high)}`;
  printLine('– big themes found', 'best F', String(best.length), '–', '–', digits(mean(best)), range, '');
  printShare(
    '– pairs of a group in one report theme',
    sumOf(groups.map(({ inOneTheme }) => inOneTheme)),
    sumOf(groups.map(({ pairs }) => pairs)),
  );
  for (const { name, complaints, ari } of groups)
    printLine(`– ${name}`, 'ARI', String(complaints), '–', '–', digits(ari), '–', '');
}

/** Evaluates the themes and the names of variants in the reports on large products. No part of them is trained on labels. */
function printThemeNames(): void {
  const counts = countThemeNames(data);
  printShare('mentions in themes with a name', counts.named, counts.mentions);
  printShare('variant names supported by half of their mentions', counts.supported, counts.names);
  printShare('quotes repeated in a report', counts.repeatedQuotes, counts.quotes);
  const range = (values: readonly number[], show: (value: number) => string): string =>
    `${show(Math.min(...values))}–${show(Math.max(...values))}`;
  const reports = String(counts.themes.length);
  printLine('themes of a report', 'number', reports, '–', '–', range(counts.themes, String), '–', '');
  printLine('largest theme of a report', 'share', reports, '–', '–', range(counts.largest, digits), '–', '');
}

function printShare(what: string, part: number, total: number): void {
  printLine(what, 'share', String(total), '–', '–', digits(part / total), '–', '');
}

function printLine(...cells: string[]): void {
  const widths = [36, 12, 6, 7, 7, 7, 13, 24];
  process.stdout.write(`${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')}\n`);
}

function show(value: number | null): string {
  return value === null ? '–' : digits(value);
}

function digits(value: number): string {
  return value.toFixed(3);
}
