import type { Command } from 'commander';
import { print, withAddress } from '../command-line.js';

const actions = () => import('./person.actions.js');

/** Registers `person show`, `person erase` and `person requests`. */
export function registerPerson(program: Command): void {
  const person = program.command('person').description('people in contacts, reviews and posts');
  const show = withAddress(person, 'show', 'show the stored data about a person');
  show.action(async (address: string) => {
    const found = await (await actions()).showPerson(address);
    print(show, found, [
      `${found.address}  ${found.is_erased ? 'erased' : found.is_suppressed ? 'suppressed' : 'not suppressed'}`,
      ...found.contacts.map(
        ({ name, title, company_name }) => `contact  ${[name, title, company_name].filter(Boolean).join(', ')}`,
      ),
      `${found.reviews.length} reviews, ${found.posts.length} posts, ${found.unlocks} unlocks`,
    ]);
  });
  const erase = withAddress(person, 'erase', 'erase a person permanently, so that no import restores them');
  erase.action(async (address: string) => {
    const erased = await (await actions()).erasePerson(address);
    const { contacts, reviews, posts, unlocks, pitches } = erased;
    print(erase, erased, [
      `${erased.address} is erased: ${contacts} contacts, ${reviews} reviews, ${posts} posts, ${unlocks} unlocks, ${pitches} pitches`,
    ]);
  });
  const requests = person.command('requests').description('confirmed requests for erasure, the oldest first');
  requests.action(async () => {
    const waiting = await (await actions()).listRequests();
    const lines = waiting.map(({ email, confirmed_at }) => `${confirmed_at.toISOString()}  ${email}`);
    print(requests, { requests: waiting }, lines);
  });
}
