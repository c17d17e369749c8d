import { type Command } from 'commander';

const actions = () => import('./analyze.actions.js');

/** Registers `analyze reviews|posts|themes FILE`: the built-in engine over a file, with no database and no network. */
export function registerAnalyze(program: Command): void {
  const analyze = program
    .command('analyze')
    .description('read a file with the built-in engine, one JSON object a line');
  analyze
    .command('reviews')
    .argument('<file>', 'reviews as .jsonl or .jsonl.gz')
    .description('problem, request, sentiment, frustration, categories, switching and quotes of every review')
    .action((file: string) => actions().then(({ analyzeReviews }) => analyzeReviews(file)));
  analyze
    .command('posts')
    .argument('<file>', 'posts as .jsonl or .jsonl.gz')
    .description('buying signal, score and type of every post')
    .action((file: string) => actions().then(({ analyzePosts }) => analyzePosts(file)));
  analyze
    .command('themes')
    .argument('<file>', "one product's complaints as .jsonl or .jsonl.gz")
    .description('groups complaints that speak of the same thing')
    .action((file: string) => actions().then(({ analyzeThemes }) => analyzeThemes(file)));
}
