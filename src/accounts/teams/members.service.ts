import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import { forbidden, invalidRequest, notFound } from '#platform/errors/application-error.js';
import { MembersQueries, type TeamMember } from './members.queries.js';
import { Membership } from './membership.entity.js';
import { PasswordsService } from './passwords.service.js';
import { TeamInvitation } from './team-invitation.entity.js';
import { TeamsService } from './teams.service.js';
import { User } from './user.entity.js';

export type { TeamMember };

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 200;
const INVITATION_MS = 7 * 24 * 60 * 60 * 1_000;

/** People: how they come to have an account, a team and a password. */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly queries: MembersQueries,
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    @InjectRepository(TeamInvitation) private readonly invitations: Repository<TeamInvitation>,
    private readonly teams: TeamsService,
    private readonly passwords: PasswordsService,
  ) {}

  /**
   * Makes an account, with a free team of its own where `teamName` is given. An address that is taken already is left
   * alone without a word, so that nobody learns who has an account.
   * @throws 400 for an address or password that cannot be
   */
  async signUp(email: string, password: string, teamName: string | null): Promise<void> {
    validateEmail(email);
    validatePassword(password);
    const user = { id: uuidv7(), email: email.trim(), passwordHash: await this.passwords.hash(password) };
    await this.database.transaction(async () => {
      const isNew = await this.queries.insertUser(user);
      if (!isNew || teamName === null) return;
      const team = await this.teams.create(teamName, 'free');
      await this.memberships.insert({ teamId: team.id, userId: user.id, role: 'owner' });
    });
  }

  /**
   * The person with this address and password, or null, which takes as long whether or not there is such an address. A
   * password that was kept at another cost is kept at today's from now on.
   */
  async authenticate(email: string, password: string): Promise<{ id: string; email: string } | null> {
    // PostgreSQL stores no NUL, so an address with one belongs to nobody.
    const user = email.includes('\0') ? null : await this.teams.findUserByEmail(email);
    const isRight = await this.passwords.verify(password, user?.passwordHash ?? null);
    if (!user || !isRight) return null;
    const { id, passwordHash } = user;
    if (this.passwords.isOutdated(passwordHash)) {
      await this.users.update({ id, passwordHash }, { passwordHash: await this.passwords.hash(password) });
    }
    return { id, email: user.email };
  }

  /** @throws 400 when the current password is wrong or the new one cannot be. */
  async changePassword(userId: string, current: string, next: string): Promise<void> {
    validatePassword(next);
    const user = await this.users.findOneBy({ id: userId });
    if (!user || !(await this.passwords.verify(current, user.passwordHash))) {
      throw invalidRequest('The current password is wrong');
    }
    await this.users.update({ id: userId }, { passwordHash: await this.passwords.hash(next) });
  }

  /** The team's people, in the order in which they joined. */
  findByTeam(teamId: string): Promise<TeamMember[]> {
    return this.queries.findByTeam(teamId);
  }

  /** Makes an invitation to a team. @returns its secret, for one person within seven days. @throws 403 unless an owner asks */
  async invite(teamId: string, userId: string): Promise<string> {
    const membership = await this.memberships.findOneBy({ teamId, userId });
    if (membership?.role !== 'owner') throw forbidden('Only owners invite people');
    const secret = randomBytes(24).toString('base64url');
    const expiresAt = new Date(Date.now() + INVITATION_MS);
    await this.invitations.insert({ tokenHash: hashOf(secret), teamId, expiresAt });
    return secret;
  }

  /** The team a live invitation is for. @throws 404 */
  async findInvitedTeam(secret: string): Promise<{ id: string; name: string }> {
    const team = await this.queries.findInvitedTeam(hashOf(secret));
    if (!team) throw notFound('This invitation has been used or has expired');
    return team;
  }

  /**
   * Joins the team of an invitation, which is then used up; somebody who is in the team already leaves it for another.
   * @returns the team's id. @throws 404
   */
  async join(secret: string, userId: string): Promise<string> {
    return this.database.transaction(async () => {
      const { id } = await this.findInvitedTeam(secret);
      if (!(await this.queries.insertMember(id, userId))) return id;
      if (!(await this.queries.useInvitation(hashOf(secret)))) {
        throw notFound('This invitation has been used or has expired');
      }
      return id;
    });
  }
}

function validateEmail(email: string): void {
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) || email.includes('\0')) {
    throw invalidRequest('That is not an e-mail address');
  }
}

function validatePassword(password: string): void {
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    throw invalidRequest(`A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
  }
}

/** The secret holds 192 random bits, so a plain hash cannot be turned back. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
