import type { Command } from 'commander';
import { counted } from '#platform/text/counted.text.js';
import type { Erased, NamedWriter } from '#workspace/personal-data/person-erasure.service.js';
import { CommandFailure, parse, print } from '../command-line.js';
import { ask, asksBefore, confirm } from '../confirmation.js';

const actions = () => import('./person.actions.js');

/** How a writer without an address is named. */
interface NameOptions {
  yes?: true;
  name: string;
  company?: string;
  /** Numbers of the list, such as `1,3`, or `all`. */
  choose?: string;
}

/** Adds the options that find writers by their name. @returns the action of the command with `--name` */
export function registerErasureByName(erase: Command): (options: NameOptions) => Promise<void> {
  erase.option('--name <name>', 'the name of a writer without an address', parse.text);
  erase.option('--company <text>', 'a part of the company of this writer', parse.text);
  erase.option('--choose <numbers>', 'which of several writers with the name, such as 1,3 or all');
  return async (options) => {
    const { eraseWriters, findWriters } = await actions();
    const found = await findWriters(options.name, options.company);
    if (found.length === 0) throw new CommandFailure(`No review or post has a writer called ${options.name}.`);
    const canAsk = process.stdin.isTTY;
    const asksForChoice = found.length > 1 && options.choose === undefined;
    const listed = found.map((writer, place) => `${place + 1}  ${lineOf(writer)}`);
    if (!options.yes || asksForChoice) process.stderr.write(`${listed.join('\n')}\n`);
    if (asksForChoice && !canAsk)
      throw new CommandFailure('Several writers have this name: name them with --choose 1,3 or --choose all.');
    const answer =
      options.choose ?? (asksForChoice ? await ask('Which of them? Type numbers such as 1,3, or all: ') : 'all');
    const chosen = chosenOf(found, answer);
    if (asksBefore(erase, 'person erase', options.yes))
      await confirm({ question: `Erase ${namesOf(chosen)} permanently?`, refused: 'Nothing was erased.' });
    const erased = await eraseWriters(chosen);
    print(erase, { writers: chosen.length, ...erased }, [
      `Erased ${counted(chosen.length, 'writer')}: ${countsOf(erased)}`,
    ]);
  };
}

/** @throws CommandFailure for anything but `all` and numbers of the list */
function chosenOf(found: readonly NamedWriter[], answer: string): readonly NamedWriter[] {
  if (answer.trim() === 'all') return found;
  const numbers = answer.split(',').map((number) => Number(number.trim()));
  const chosen = numbers.flatMap((number) => found[number - 1] ?? []);
  if (chosen.length < numbers.length) throw new CommandFailure('Nothing was erased: type numbers of the list, or all.');
  return [...new Set(chosen)];
}

const namesOf = (writers: readonly NamedWriter[]): string => writers.map(({ name }) => name).join(', ');

const countsOf = ({ reviews, posts, unlocks, pitches }: Erased): string =>
  [
    counted(reviews, 'review'),
    counted(posts, 'post'),
    counted(unlocks, 'unlock'),
    counted(pitches, 'pitch', 'pitches'),
  ].join(', ');

const lineOf = ({ name, company, profile_url, reviews, posts }: NamedWriter): string =>
  [
    name,
    company ?? 'no company',
    ...(profile_url === null ? [] : [profile_url]),
    `${counted(reviews.length, 'review')}, ${counted(posts.length, 'post')}`,
  ].join('  ');
