import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Facts } from '#accounts/facts/facts.service.js';
import { BudgetsService } from '#accounts/credits/budgets.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { hashOfSecret } from '#platform/secrets/random.secret.js';
import { ConnectionsQueries, type ListedConnection, type LiveToken } from './connections.queries.js';
import { addressesOf } from './oauth.addresses.js';
import { OauthConnection } from './oauth-connection.entity.js';

export type { ListedConnection };

/** A person's decision on the consent page. A `creditBudget` of 0 means that the connection cannot spend credits. */
export interface Consent {
  grantId: string;
  userId: string;
  teamId: string;
  clientId: string;
  clientName: string;
  creditBudget: number;
  /** Whether the person is asked before each purchase, by clients that can ask. */
  askBeforeSpending: boolean;
}

const TOKEN = /^[\w-]{20,128}$/;

/**
 * Connections of assistants. A person allows a connection, every request checks it, and any member of the team can
 * end it.
 */
@Injectable()
export class ConnectionsService {
  private readonly audience: string;

  constructor(
    private readonly database: Database,
    @InjectRepository(OauthConnection) private readonly connections: Repository<OauthConnection>,
    private readonly queries: ConnectionsQueries,
    private readonly budgets: BudgetsService,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.audience = addressesOf(env).resource;
  }

  /** Inserts a connection. Call it in the transaction that inserts the grant. @returns the id of the connection. */
  async allow({ creditBudget, ...consent }: Consent): Promise<string> {
    const id = uuidv7();
    await this.database.transaction(async () => {
      const budgetId = creditBudget > 0 ? await this.budgets.create(consent.teamId, 'rolling', creditBudget) : null;
      const expiresAt = new Date(Date.now() + this.env.OAUTH_SESSION_DAYS * 24 * 60 * 60 * 1_000);
      await this.connections.insert({ id, ...consent, budgetId, expiresAt });
      const { askBeforeSpending } = consent;
      const changes = { credit_budget: [null, creditBudget], ask_before_spending: [null, askBeforeSpending] } as const;
      await this.facts.record(
        'connection.created',
        { teamId: consent.teamId, id, name: consent.clientName },
        { changes },
      );
    });
    return id;
  }

  /** The team of an access token, with its current plan and budget, or null if the token is not valid. */
  async resolve(token: string, clientIp: string): Promise<TeamCaller | null> {
    if (!TOKEN.test(token)) return null;
    const live = await this.queries.findLiveToken(hashOfSecret(token), this.audience, this.env.SECOND_FACTOR_REQUIRED);
    return live && callerOf(live, clientIp);
  }

  /** The team of a connection that is still live, for work that the connection has started; null otherwise. */
  async resolveById(id: string): Promise<TeamCaller | null> {
    const live = await this.queries.findLive(id, this.env.SECOND_FACTOR_REQUIRED);
    return live && callerOf(live, '');
  }

  /** The team's live connections, newest first. */
  list(teamId: string): Promise<ListedConnection[]> {
    return this.queries.liveOf(teamId);
  }

  /** Ends a connection, of one team if `teamId` is given; its next request gets 401. Safe to repeat. @throws 404 */
  async disconnect(id: string, teamId?: string): Promise<void> {
    const grantId = await this.queries.grantOf(id, teamId ?? null);
    if (!grantId) throw notFound('Connection not found');
    await this.endGrant(grantId);
  }

  /** Ends all connections of a person, in every team or in one. @returns the number of connections */
  async endAllOf(userId: string, teamId?: string): Promise<number> {
    const grants = await this.queries.grantsOfUser(userId, teamId ?? null);
    for (const grantId of grants) await this.endGrant(grantId);
    return grants.length;
  }

  /** Ends the connection of a grant and deletes its tokens and codes. */
  async endGrant(grantId: string): Promise<void> {
    await this.database.transaction(async () => {
      const ended = await this.queries.endGrant(grantId);
      if (!ended) return;
      await this.facts.record('connection.ended', { teamId: ended.team_id, id: ended.id, name: ended.client_name });
    });
  }

  /** True while the connection of a grant is live and its person is in its team. */
  isLive(grantId: string): Promise<boolean> {
    return this.queries.isLive(grantId);
  }
}

function callerOf(live: LiveToken, clientIp: string): TeamCaller {
  const { team_id: id, team_name: name, tier, subscription_status: status, budget_id: budgetId } = live;
  return {
    lane: 'oauth',
    clientIp,
    credentialId: live.connection_id,
    userId: live.user_id,
    credentialName: live.client_name,
    team: { id, name, tier, status, isSuspended: live.is_suspended },
    role: live.role,
    ...(live.ask_before_spending && { asksBeforeSpending: true }),
    budget: budgetId === null ? null : { kind: 'rolling', id: budgetId, limit: live.budget_limit ?? 0 },
  };
}
