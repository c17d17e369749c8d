import { Inject, Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { ENV, type Env } from '#config/env.js';
import type { MemberRole } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { demandEmailAddress } from '#platform/mail/email.rule.js';
import { type MailDraft, MailsService } from '#platform/mail/mails.service.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { hashOfSecret, newSecret } from '#platform/secrets/random.secret.js';
import { InvitationsQueries, type ListedInvitation, type OpenInvitation } from './invitations.queries.js';
import { ManagerMails } from './manager-mails.service.js';
import { type Manager, MembershipsService } from './memberships.service.js';
import { effectiveTier } from './plans.js';
import { emailUnverified, invitedAddress, limitReached } from './teams.failures.js';
import { TeamsService } from './teams.service.js';

export type { ListedInvitation, OpenInvitation };

/** The invited person. Without an address, anyone who has the link may join. */
export interface Invited {
  email: string | null;
  role: MemberRole;
}

/** A person, as invitations name them. */
interface Person {
  id: string;
  email: string;
}

/** A person who accepts an invitation. */
type Guest = Person & { isVerified: boolean };

/** The person who invites. */
export type Inviter = Person & Manager;

/** Invitations to teams: for one address, with a role, valid for seven days and one use. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly queries: InvitationsQueries,
    private readonly memberships: MembershipsService,
    private readonly teams: TeamsService,
    private readonly mails: MailsService,
    private readonly managers: ManagerMails,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Invites an address, and mails the link if the service can write mails. The link of an earlier invitation of
   * the address stops working. The result does not depend on whether the address has an account.
   * @returns the link if the inviter must pass it on: it was not mailed
   * @throws 400 for an invalid address or one that is already in the team; 403 `limit_reached`, or `role_required` if the inviter may
   * not give the role any more
   */
  async invite(teamId: string, { email: given, role }: Invited, inviter: Inviter): Promise<string | null> {
    const email = given?.trim() ?? null;
    if (email !== null) demandEmailAddress(email);
    const secret = newSecret(24);
    return this.database.transaction(async () => {
      const team = await this.teams.lock(teamId);
      await this.memberships.demandManager(teamId, inviter, role);
      if (email !== null && (await this.queries.isMember(teamId, email))) {
        throw invalidField('email', 'This person is already in the team');
      }
      const people = await this.queries.countPeople(teamId, email);
      const tier = effectiveTier(team);
      if (people >= this.teams.limitsOf(tier).people) throw this.peopleLimit(tier, people);
      const tokenHash = hashOfSecret(secret);
      const id = await this.queries.insert({ tokenHash, teamId, email, role, invitedBy: inviter.id });
      await this.record('invitation.created', { id, teamId, email, role });
      return this.send(secret, { email, role }, team.name, inviter.email);
    });
  }

  /** Replaces the link of an invitation by a new one, valid for seven days, and sends it. @returns as `invite`. @throws 404 */
  async resend(id: string, teamId: string, inviter: Inviter): Promise<string | null> {
    const secret = newSecret(24);
    return this.database.transaction(async () => {
      const team = await this.teams.get(teamId);
      const invited = await this.queries.renew(id, teamId, hashOfSecret(secret));
      if (!invited) throw notFound(ENDED);
      await this.memberships.demandManager(teamId, inviter, invited.role);
      await this.record('invitation.resent', { id, teamId, ...invited });
      return this.send(secret, invited, team.name, inviter.email);
    });
  }

  /** Deletes an invitation, so that its link stops working. @throws 404 */
  async withdraw(id: string, teamId: string): Promise<void> {
    await this.database.transaction(async () => {
      const invited = await this.queries.delete(id, teamId);
      if (!invited) throw notFound(ENDED);
      await this.record('invitation.withdrawn', { id, teamId, ...invited });
    });
  }

  /** Whom an invitation invites, and the role that it gives. @throws 404 */
  async get(id: string, teamId: string): Promise<Invited> {
    const invited = await this.queries.find(id, teamId);
    if (!invited) throw notFound(ENDED);
    return invited;
  }

  /** The pending invitations of a team, expired ones too, newest first. */
  list(teamId: string): Promise<ListedInvitation[]> {
    return this.queries.findByTeam(teamId);
  }

  /** The invitation of a link that is not used, replaced or expired. @throws 404 */
  async find(secret: string): Promise<OpenInvitation> {
    const invitation = await this.queries.findOpen(hashOfSecret(secret));
    if (!invitation) throw notFound(USED);
    return invitation;
  }

  /** The invitations that a person can accept without the link: those to their address, once it is confirmed. */
  async waitingFor({ email, isVerified }: Guest): Promise<OpenInvitation[]> {
    return isVerified ? this.queries.findOpenFor(email) : [];
  }

  /**
   * Adds a person to the team of an invitation and marks the invitation as used. For a person who is already in the
   * team, the invitation stays valid. `confirm` confirms the address of the person, when the link proves it.
   * @returns the team's id.
   * @throws 404; 403 for another address than the invited one, 403 `email_unverified`, 403 `limit_reached`
   */
  async accept(secret: string, person: Guest, confirm: (person: Person) => Promise<void>): Promise<string> {
    return this.database.transaction(async () => {
      const invitation = await this.find(secret);
      const { email } = invitation;
      if (email !== null && email.toLowerCase() !== person.email.toLowerCase()) throw invitedAddress();
      if (email !== null && !person.isVerified) {
        // Without mail the inviter sees the link, so it proves nothing. A mailed link is known from the mail alone.
        if (!this.mails.isConfigured) throw emailUnverified();
        await confirm(person);
      }
      return this.join(invitation, person);
    });
  }

  /** Accepts an invitation that waits for a person. @returns the team's id. @throws 404; 403 `limit_reached` */
  async acceptWaiting(id: string, person: Guest): Promise<string> {
    return this.database.transaction(async () => {
      const invitation = (await this.waitingFor(person)).find((each) => each.id === id);
      if (!invitation) throw notFound(USED);
      return this.join(invitation, person);
    });
  }

  /** Deletes used invitations, and those that expired 30 days ago. @returns the number of invitations */
  @OnDue({ name: 'purge-invitations', everySeconds: 86_400 })
  purge(): Promise<number> {
    return this.queries.purge();
  }

  private async join({ team_id: teamId, role, token_hash }: OpenInvitation, person: Person): Promise<string> {
    const team = await this.teams.lock(teamId);
    const [tier, name] = [effectiveTier(team), team.name];
    const people = (await this.memberships.findByTeam(teamId)).length;
    if (!(await this.memberships.add(teamId, person.id, role))) return teamId;
    if (people >= this.teams.limitsOf(tier).people) throw this.peopleLimit(tier, people);
    if (!(await this.queries.use(token_hash))) throw notFound(USED);
    if (role === 'owner') await this.managers.write(teamId, ownerJoinedMail(name, person.email), ['owner']);
    return teamId;
  }

  private async send(secret: string, { email, role }: Invited, team: string, inviter: string): Promise<string | null> {
    const url = `${this.env.PUBLIC_URL}/join/${secret}`;
    if (email === null || !this.mails.isConfigured) return url;
    await this.mails.write({
      kind: 'invitation',
      to: email,
      subject: 'You are invited to a team on Qualm',
      paragraphs: [
        `${inviter} invites you to the team ${team} as ${role}.`,
        'The link works once, for this email address, within seven days. Ignore this mail if you do not know the team.',
      ],
      link: { label: 'Join the team', url },
    });
    return null;
  }

  private peopleLimit(tier: Parameters<TeamsService['limitsOf']>[0], current: number) {
    return limitReached(this.teams.limitOf(tier, 'people', current));
  }

  private record(
    action: `invitation.${'created' | 'resent' | 'withdrawn'}`,
    { id, teamId, email, role }: Invited & { id: string; teamId: string },
  ): Promise<void> {
    return this.facts.record(action, { teamId, id, name: email }, { changes: { role: [null, role] } });
  }
}

const ownerJoinedMail =
  (team: string, owner: string) =>
  (to: string): MailDraft => ({
    kind: 'owner-joined',
    to,
    subject: 'Your team on Qualm has a new owner',
    paragraphs: [
      `${owner} has joined the team ${team} as owner by an invitation.`,
      'Owners may remove people, make keys and delete the team. If none of you expected this, remove the person in Settings, Team.',
    ],
  });

const USED = 'This invitation has been used or has expired';
const ENDED = 'There is no such invitation: it was accepted or withdrawn';
