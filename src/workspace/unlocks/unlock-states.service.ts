import { Injectable } from '@nestjs/common';
import { group } from 'd3-array';
import { CommitteesService, type Seat } from '#workspace/enrichment/committees.service.js';
import type { ContactField } from '#workspace/enrichment/enrichment.types.js';
import { type OpportunityUnlock, UnlocksQueries } from './unlocks.queries.js';

/** The state of one contact field for a team. `notFound` means that the team unlocked the field and nothing was found. */
export interface RevealedContact {
  isRevealed: boolean;
  notFound: boolean;
  value: string | null;
  source: string | null;
}

/** A member of a revealed buying committee, as the API shows it. The `index` of a member never changes. */
export interface CommitteeMember extends Omit<Seat, 'company_key' | 'position'> {
  index: number;
  email: string | null;
  phone: string | null;
  is_email_revealed: boolean;
  is_phone_revealed: boolean;
  email_not_found: boolean;
  phone_not_found: boolean;
  email_source: string | null;
  phone_source: string | null;
}

/** Everything that one team has unlocked on one opportunity. `committee` is null until it is revealed. */
export interface UnlockState {
  email: RevealedContact;
  phone: RevealedContact;
  profile: RevealedContact;
  committee: CommitteeMember[] | null;
  /** When the last one was unlocked; null if nothing is unlocked. */
  updatedAt: Date | null;
}

const LOCKED_CONTACT: RevealedContact = Object.freeze({
  isRevealed: false,
  notFound: false,
  value: null,
  source: null,
});

/** The state of an opportunity on which a team has unlocked nothing. */
export const LOCKED: UnlockState = Object.freeze({
  email: LOCKED_CONTACT,
  phone: LOCKED_CONTACT,
  profile: LOCKED_CONTACT,
  committee: null,
  updatedAt: null,
});

/** The unlocks of teams: the only source of gated values. */
@Injectable()
export class UnlockStates {
  constructor(
    private readonly queries: UnlocksQueries,
    private readonly committees: CommitteesService,
  ) {}

  /** The team's unlock states of these opportunities, with an entry for each id. Runs at most two statements. */
  async findByTeam(teamId: string, opportunityIds: readonly string[]): Promise<Map<string, UnlockState>> {
    const states = new Map(opportunityIds.map((id) => [id, LOCKED]));
    if (states.size === 0) return states;
    const known = await this.queries.findByTeam(teamId, [...states.keys()]);
    const seats = await this.committees.peopleOf(teamId, [...new Set(known.flatMap(revealedCompany))]);
    for (const [id, unlocks] of group(known, (unlock) => unlock.opportunity_id)) {
      states.set(id, stateOf(unlocks, seats));
    }
    return states;
  }

  /** A member of a committee that the team has revealed, who is on the team's own list and therefore not shown. */
  async findListedMember(teamId: string, opportunityId: string, index: number): Promise<Seat | null> {
    const [company] = (await this.queries.findByTeam(teamId, [opportunityId])).flatMap(revealedCompany);
    return company === undefined ? null : this.committees.findListed(teamId, company, index);
  }
}

function stateOf(unlocks: OpportunityUnlock[], seats: Seat[]): UnlockState {
  const contact = (field: ContactField, member: number | null = null): RevealedContact =>
    contactOf(unlocks.find((unlock) => unlock.field === field && unlock.target_id === member));
  const [company] = unlocks.flatMap(revealedCompany);
  const people = seats.filter((seat) => seat.company_key === company);
  return {
    email: contact('email'),
    phone: contact('phone'),
    profile: contact('profile'),
    committee:
      company === undefined
        ? null
        : people.map((seat) => memberOf(seat, contact('email', seat.position), contact('phone', seat.position))),
    updatedAt: new Date(Math.max(...unlocks.map(({ updated_at }) => updated_at.getTime()))),
  };
}

function contactOf(unlock: OpportunityUnlock | undefined): RevealedContact {
  if (!unlock) return LOCKED_CONTACT;
  const isRevealed = unlock.outcome === 'found';
  return { isRevealed, notFound: !isRevealed, value: unlock.value, source: unlock.source };
}

function memberOf(seat: Seat, email: RevealedContact, phone: RevealedContact): CommitteeMember {
  return {
    index: seat.position,
    name: seat.name,
    title: seat.title,
    role: seat.role,
    department: seat.department,
    seniority: seat.seniority,
    company_name: seat.company_name,
    profile_url: seat.profile_url,
    city: seat.city,
    country: seat.country,
    email: email.value,
    phone: phone.value,
    is_email_revealed: email.isRevealed,
    is_phone_revealed: phone.isRevealed,
    email_not_found: email.notFound,
    phone_not_found: phone.notFound,
    email_source: email.source,
    phone_source: phone.source,
  };
}

const revealedCompany = ({ field, outcome, company_key }: OpportunityUnlock): string[] =>
  field === 'committee' && outcome === 'found' && company_key !== null ? [company_key] : [];
