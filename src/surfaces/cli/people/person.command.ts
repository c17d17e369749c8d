import type { Command } from 'commander';
import { counted } from '#platform/text/counted.text.js';
import type { Erased, PersonFound } from '#workspace/personal-data/person-erasure.service.js';
import { parse, print, withAddress } from '../command-line.js';
import { asksBefore, confirm } from '../confirmation.js';
import { registerErasureByName } from './person-by-name.command.js';

const actions = () => import('./person.actions.js');

/** Registers `person show`, `person erase` and `person requests`. */
export function registerPerson(program: Command): void {
  const person = program.command('person').description('people in contacts, reviews and posts');
  const show = withAddress(person, 'show', 'show the stored data about a person');
  show.action(async (address: string) => {
    const found = await (await actions()).showPerson(address);
    print(show, found, linesOf(found));
  });
  registerErase(person);
  const requests = person.command('requests').description('confirmed requests for erasure, the oldest first');
  requests.action(async () => {
    const waiting = await (await actions()).listRequests();
    const lines = waiting.map(({ email, confirmed_at }) => `${confirmed_at.toISOString()}  ${email}`);
    print(requests, { requests: waiting }, lines);
  });
}

interface EraseOptions {
  yes?: true;
  name?: string;
  company?: string;
  choose?: string;
}

function registerErase(person: Command): void {
  const erase = person.command('erase').description('erase a person permanently, so that no import restores them');
  erase.argument('[address]', 'email address or profile URL', parse.address);
  erase.option('--yes', 'do not ask');
  const eraseByName = registerErasureByName(erase);
  erase.action(async (address: string | undefined, options: EraseOptions) => {
    if ((address === undefined) === (options.name === undefined)) {
      erase.error('error: name the person by an address, or by --name and --company');
    }
    if (options.name !== undefined) return eraseByName({ ...options, name: options.name });
    const asks = asksBefore(erase, 'person erase', options.yes);
    const erased = await (
      await actions()
    ).erasePerson(String(address), async (found) => {
      if (!asks) return;
      process.stderr.write(`${linesOf(found).join('\n')}\n`);
      await confirm({ question: `Erase ${found.address} permanently?`, refused: 'Nothing was erased.' });
    });
    print(erase, erased, [`${erased.address} is erased: ${countsOf(erased)}`]);
  });
}

/** What an erasure has changed. */
const countsOf = ({ contacts, reviews, posts, unlocks, pitches }: Erased): string =>
  [
    counted(contacts, 'contact'),
    counted(reviews, 'review'),
    counted(posts, 'post'),
    counted(unlocks, 'unlock'),
    counted(pitches, 'pitch', 'pitches'),
  ].join(', ');

const linesOf = (found: PersonFound): string[] => [
  `${found.address}  ${found.is_erased ? 'erased' : found.is_suppressed ? 'suppressed' : 'not suppressed'}`,
  ...found.contacts.map(
    ({ name, title, company_name }) => `contact  ${[name, title, company_name].filter(Boolean).join(', ')}`,
  ),
  `${counted(found.reviews.length, 'review')}, ${counted(found.posts.length, 'post')}, ${counted(found.unlocks, 'unlock')}`,
];
