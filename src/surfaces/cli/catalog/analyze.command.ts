import { type Command } from 'commander';

const actions = () => import('./analyze.actions.js');

/** Registers `analyze reviews|posts|themes FILE`, which runs the built-in engine without a database or network. */
export function registerAnalyze(program: Command): void {
  const analyze = program
    .command('analyze')
    .description('analyze a file with the built-in engine; print one JSON object per line');
  analyze
    .command('reviews')
    .argument('<file>', 'reviews as .jsonl or .jsonl.gz')
    .description('print problem, request, sentiment, frustration, categories, switching and quotes of every review')
    .action((file: string) => actions().then(({ analyzeReviews }) => analyzeReviews(file)));
  analyze
    .command('posts')
    .argument('<file>', 'posts as .jsonl or .jsonl.gz')
    .description('print buying signal, score and type of every post')
    .action((file: string) => actions().then(({ analyzePosts }) => analyzePosts(file)));
  analyze
    .command('themes')
    .argument('<file>', "one product's complaints as .jsonl or .jsonl.gz")
    .description('group complaints about the same problem')
    .action((file: string) => actions().then(({ analyzeThemes }) => analyzeThemes(file)));
}
