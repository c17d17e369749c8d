import { Injectable } from '@nestjs/common';
import {
  addressesOf,
  addressOf,
  emailKeyOf,
  type Identity,
  kindOf,
  profileKeyOf,
  typedKeyOf,
} from '#market/writers/person.keys.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { PostsErasure } from '#market/posts/posts.erasure.js';
import { ReportErasure } from '#market/reports/report-erasure.service.js';
import { ReviewsErasure } from '#market/reviews/reviews.erasure.js';
import { SourceRejectsErasure } from '#market/sources/source-rejects.erasure.js';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import type { WrittenText } from '#market/writers/written-texts.types.js';
import { Database } from '#platform/database/database.js';
import { invalidField } from '#platform/errors/application-error.js';
import { ContactsErasure, type ErasedContact, identityOf } from '#workspace/enrichment/contacts.erasure.js';
import { SuppressionsService } from '#workspace/enrichment/suppressions.service.js';
import { OpportunitiesRemoval } from '#workspace/opportunities/removal/opportunities-removal.service.js';
import { BulkErasure } from '#workspace/bulk/bulk-erasure.service.js';
import { PitchesErasure } from '#workspace/pitches/pitches-erasure.service.js';
import { type PersonalUnlock, UnlocksErasure } from '#workspace/unlocks/unlocks-erasure.service.js';
import { PrivacyRequests } from './privacy-requests.service.js';

/** The stored data about a person without an account. */
export interface PersonFound {
  address: string;
  is_suppressed: boolean;
  is_erased: boolean;
  contacts: Omit<ErasedContact, 'id'>[];
  reviews: string[];
  posts: string[];
  /** The number of unlocks of all teams. */
  unlocks: number;
}

/** The numbers of changes of an erasure. */
export type Erased = Record<'contacts' | 'reviews' | 'posts' | 'unlocks' | 'pitches', number>;

/** A writer whom only texts name, with the ids of the texts. */
export interface NamedWriter {
  name: string | null;
  company: string | null;
  profile_url: string | null;
  reviews: string[];
  posts: string[];
}

interface Traces {
  keys: string[];
  people: Identity[];
  contacts: ErasedContact[];
  unlocks: PersonalUnlock[];
  reviews: string[];
  posts: string[];
}

/** What a search for traces begins with. */
interface Start {
  people: readonly Identity[];
  keys?: readonly string[];
  reviews?: readonly string[];
  posts?: readonly string[];
}

/** Finds and erases the people that texts and contacts are about. */
@Injectable()
export class PersonErasure {
  constructor(
    private readonly database: Database,
    private readonly erased: ErasedPeople,
    private readonly contacts: ContactsErasure,
    private readonly unlocks: UnlocksErasure,
    private readonly reviews: ReviewsErasure,
    private readonly posts: PostsErasure,
    private readonly reports: ReportErasure,
    private readonly opportunities: OpportunitiesRemoval,
    private readonly pitches: PitchesErasure,
    private readonly bulk: BulkErasure,
    private readonly rejects: SourceRejectsErasure,
    private readonly suppressions: SuppressionsService,
    private readonly requests: PrivacyRequests,
    private readonly facts: Facts,
  ) {}

  /** The stored data about the person with an email address or profile URL. @throws 400 for any other text */
  async show(address: string): Promise<PersonFound> {
    const key = keyOf(address);
    return this.database.transaction(async () => {
      const { contacts, reviews, posts, unlocks } = await this.trace({ people: [personOf(key)] });
      const [is_erased = false] = await this.erased.among([personOf(key)]);
      return {
        address: addressOf(key),
        is_suppressed: await this.suppressions.containsAny([key], null),
        is_erased,
        contacts: contacts.map(({ id: _, ...contact }) => contact),
        reviews,
        posts,
        unlocks: unlocks.length,
      };
    });
  }

  /** The writers with this name, in any case, and with this part in their company unless it is null. */
  async findNamed(name: string, company: string | null): Promise<NamedWriter[]> {
    const wanted = { name: name.trim(), company: company?.trim() || null };
    const found = new Map<string, NamedWriter>();
    const of = ({ name, company, profileUrl }: WrittenText): NamedWriter => {
      const key = JSON.stringify([company, profileUrl]);
      const writer = found.get(key) ?? { name, company, profile_url: profileUrl, reviews: [], posts: [] };
      found.set(key, writer);
      return writer;
    };
    for (const text of await this.reviews.findNamed(wanted)) of(text).reviews.push(text.id);
    for (const text of await this.posts.findNamed(wanted)) of(text).posts.push(text.id);
    return [...found.values()];
  }

  /**
   * Erases a person: contacts, kept answers, unlocked values, seats in committees, items that could not be read, and the
   * writers of reviews and posts. The texts stay, with the name masked, in reports, opportunities and pitches too. The person is suppressed, and no import
   * restores them. Safe to repeat. @throws 400 as `show`
   */
  async erase(address: string): Promise<Erased & { address: string }> {
    const key = keyOf(address);
    return this.database.transaction(async () => {
      await this.erased.begin();
      const erased = await this.eraseTraces(await this.trace({ people: [personOf(key)] }));
      await this.requests.complete(addressesOf(key));
      return { address: addressOf(key), ...erased };
    });
  }

  /** Erases writers as `erase` does. No import restores the names of these texts. */
  async eraseWriters(writers: readonly NamedWriter[]): Promise<Erased> {
    const ids = { reviews: writers.flatMap(({ reviews }) => reviews), posts: writers.flatMap(({ posts }) => posts) };
    return this.database.transaction(async () => {
      await this.erased.begin();
      return this.eraseTraces(await this.trace({ people: [], ...ids }));
    });
  }

  private async eraseTraces(traces: Traces): Promise<Erased> {
    const { keys, people, contacts, unlocks, reviews, posts } = traces;
    const names = [...new Set(people.flatMap(({ name }) => name?.trim() || []))];
    for (const each of keys) await this.suppressions.add(addressOf(each));
    await this.contacts.remove(contacts);
    await this.erased.add(people);
    await this.unlocks.erase(unlocks);
    await this.reports.erase(reviews, names);
    const opportunityIds = unlocks.map(({ opportunity_id }) => opportunity_id);
    const about = { textIds: [...reviews, ...posts], opportunityIds };
    const pitches = await this.pitches.erase(about, names);
    await this.bulk.erase(about);
    await this.rejects.erase([
      ...names,
      ...keys.flatMap(addressesOf),
      ...people.flatMap(({ profileUrl }) => profileUrl ?? []),
    ]);
    await this.reviews.erase(reviews, names);
    await this.posts.erase(posts, names);
    await this.opportunities.maskNames('reviews', reviews, names);
    await this.opportunities.maskNames('posts', posts, names);
    await this.facts.record('person.erased', { teamId: null });
    return {
      contacts: contacts.length,
      reviews: reviews.length,
      posts: posts.length,
      unlocks: unlocks.length,
      pitches,
    };
  }

  /** Everything that is connected to a person. Each find is followed: a text leads to others of its writer, an unlock to an earlier address. */
  private async trace(start: Start): Promise<Traces> {
    // Every step reads all texts, which takes longer than the limit of a statement from some millions on.
    await this.database.liftTimeLimit();
    let known = await this.follow(start);
    for (;;) {
      const traces = await this.follow({ ...known, people: start.people });
      if (sizeOf(traces) === sizeOf(known)) return traces;
      known = traces;
    }
  }

  /** One step of `trace`: contacts and unlocks, then the texts that the person wrote. */
  private async follow(start: Start): Promise<Traces> {
    const own = { reviews: start.reviews ?? [], posts: start.posts ?? [] };
    const known = start.keys ?? [];
    const written = [...(await this.reviews.find([], own.reviews)), ...(await this.posts.find([], own.posts))];
    const people: Identity[] = [...start.people, ...written];
    people.push(...(await this.contacts.find([...known, ...addressKeysOf(people)])).map(identityOf));
    const unlocks = await this.unlocks.find([...known, ...addressKeysOf(people)], [...own.reviews, ...own.posts]);
    const unlocked = unlocks.flatMap(({ identity_keys }) => identity_keys).filter(isAddressKey);
    const contacts = await this.contacts.find([...known, ...addressKeysOf(people), ...unlocked]);
    people.push(...contacts.map(identityOf));
    const reviews = await this.reviews.find(people, [
      ...own.reviews,
      ...unlocks.flatMap(({ review_id }) => review_id ?? []),
    ]);
    const posts = await this.posts.find(people, [...own.posts, ...unlocks.flatMap(({ post_id }) => post_id ?? [])]);
    people.push(...[...reviews, ...posts].map((text) => ({ ...text, email: null })));
    return {
      ...{ keys: [...new Set([...known, ...addressKeysOf(people), ...unlocked])], people, contacts, unlocks },
      reviews: reviews.map(({ id }) => id),
      posts: posts.map(({ id }) => id),
    };
  }
}

/** @throws 400 */
function keyOf(address: string): string {
  const key = typedKeyOf(address);
  if (key) return key;
  throw invalidField('address', 'address must be an email address or the URL of a profile page');
}

const personOf = (key: string): Identity => ({
  name: null,
  company: null,
  companyWebsite: null,
  profileUrl: kindOf(key) === 'profile' ? addressOf(key) : null,
  email: kindOf(key) === 'email' ? addressOf(key) : null,
});

const sizeOf = ({ keys, contacts, unlocks, reviews, posts }: Traces): number =>
  [keys, contacts, unlocks, reviews, posts].reduce((sum, { length }) => sum + length, 0);

const isAddressKey = (key: string): boolean => ['email', 'profile'].includes(kindOf(key));

/** The identity keys of people, by address and profile. */
const addressKeysOf = (people: readonly Identity[]): string[] => [
  ...new Set(
    people.flatMap(({ email, profileUrl }) =>
      [emailKeyOf(email ?? null), profileKeyOf(profileUrl)].flatMap((key) => key ?? []),
    ),
  ),
];
