import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errors, type InteractionResults } from 'oidc-provider';
import { may } from '#access/policy/rights.js';
import type { OwnTeam, SignedIn } from '#access/sign-in/session.types.js';
import { twoFactorRequired } from '#access/sign-in/sign-in.failures.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { AuthorizationServer } from './authorization-server.js';
import { ConnectionsService } from './connections.service.js';
import { SCOPE } from './oauth.addresses.js';
import { describeRedirect, type RedirectTarget } from './redirect.target.js';
import { asProviderSees } from './provider.request.js';

/** A connection that waits for consent, with its client and the redirect target. */
export interface PendingConnection {
  uid: string;
  clientId: string;
  clientName: string;
  redirect: RedirectTarget;
}

/** The fields of the consent form. */
export interface ConsentForm {
  team_id?: unknown;
  credit_budget?: unknown;
  /** A checkbox: present if it is checked. */
  ask_before_spending?: unknown;
}

/** The choice on a consent form. */
export interface ConsentTerms {
  team: OwnTeam;
  creditBudget: number;
  askBeforeSpending: boolean;
}

/** The choice on a consent form, or its fault. */
export type ConsentChoice = ConsentTerms | { fault: string };

/** The interactive part of a connection, from the authorization request to the decision. */
@Injectable()
export class InteractionsService {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly connections: ConnectionsService,
    private readonly database: Database,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The pending connection of this browser, or null if it has ended or belongs to another browser. */
  async pending(request: Request, response: Response): Promise<PendingConnection | null> {
    const { provider, addresses } = this.server;
    const interaction = await provider
      .interactionDetails(asProviderSees(request, addresses), response)
      .catch((error: unknown) => {
        if (error instanceof errors.SessionNotFound) return null;
        throw error;
      });
    if (!interaction || interaction.uid !== request.params.uid) return null;
    const { client_id: clientId, redirect_uri: redirectUri } = interaction.params;
    const client = await provider.Client.find(String(clientId));
    if (!client) return null;
    return {
      uid: interaction.uid,
      clientId: client.clientId,
      clientName: nameOf(client.clientName, client.clientId),
      redirect: describeRedirect(String(redirectUri)),
    };
  }

  /** Validates a consent form against the person's own teams. */
  choose(form: ConsentForm, { teams }: SignedIn): ConsentChoice {
    const { team_id: teamId, credit_budget: budget } = form;
    const askBeforeSpending = form.ask_before_spending !== undefined;
    const team = teams.find(({ id }) => id === teamId) ?? (teamId === undefined ? teams[0] : undefined);
    if (!team) return { fault: 'Choose a team you belong to.' };
    if (team.isLocked) return { fault: `${twoFactorRequired().message}, in Settings, Security.` };
    if (!isPaidTeam(team)) return { team, creditBudget: 0, askBeforeSpending };
    const text = typeof budget === 'string' ? budget.trim() : '';
    const creditBudget = text === '' ? 0 : Number(text);
    if (!/^\d*$/.test(text) || creditBudget > this.env.OAUTH_MAX_CREDIT_BUDGET) {
      return { fault: `The credit budget must be a whole number from 0 to ${this.env.OAUTH_MAX_CREDIT_BUDGET}.` };
    }
    if (creditBudget > 0 && !may(team.role, 'spend')) {
      return { fault: 'As a viewer of the team, you cannot give a credit budget: enter 0.' };
    }
    return { team, creditBudget, askBeforeSpending };
  }

  /** Allows the connection: inserts the grant and the connection in one transaction. @returns the redirect URL. */
  async allow(
    request: Request,
    response: Response,
    pending: PendingConnection,
    userId: string,
    { team, ...terms }: ConsentTerms,
  ): Promise<string> {
    const { Grant } = this.server.provider;
    const grantId = await this.database.transaction(async () => {
      const grant = new Grant({ accountId: userId, clientId: pending.clientId });
      grant.addOIDCScope(SCOPE);
      grant.addResourceScope(this.server.addresses.resource, SCOPE);
      const id = await grant.save();
      const { clientId, clientName } = pending;
      await this.connections.allow({ grantId: id, userId, teamId: team.id, clientId, clientName, ...terms });
      return id;
    });
    return this.finish(request, response, { login: { accountId: userId }, consent: { grantId } });
  }

  /** Refuses the connection. @returns the redirect URL. */
  deny(request: Request, response: Response): Promise<string> {
    return this.finish(request, response, {
      error: 'access_denied',
      error_description: 'the person denied the connection',
    });
  }

  private finish(request: Request, response: Response, result: InteractionResults): Promise<string> {
    const { provider, addresses } = this.server;
    const seen = asProviderSees(request, addresses);
    return provider.interactionResult(seen, response, result, { mergeWithLastSubmission: false });
  }
}

/** Control and format characters, which can change the order of the text around them or show nothing. */
const UNSEEN = /[\p{Cc}\p{Cf}]+/gu;

const visible = (text: string): string => text.replace(UNSEEN, '').trim();

/** The name that a client gives itself, or otherwise its id. */
const nameOf = (name: string | undefined, id: string): string => (visible(name ?? '') || visible(id)).slice(0, 100);
