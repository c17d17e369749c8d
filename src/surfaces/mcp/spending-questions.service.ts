import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import stringify from 'safe-stable-stringify';
import { v4 as uuidv4 } from 'uuid';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { spendingFailure, remainingOf, type CreditPosition } from '#accounts/credits/spending.rules.js';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { Operation } from '#platform/operations/operation.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';
import { Signer } from '#platform/secrets/signer.js';
import { PurchaseDescriptions } from './purchase.descriptions.js';
import { type Asking, NotBought, SpendingConfirmation } from './spending.question.js';
import type { Tool, ToolCall } from './tool.js';

/** The time in which a question can be answered. */
const VALID_SECONDS = 600;

/** A call that may charge. `make` executes it, and identifies the purchase. */
interface Purchase {
  tool: Tool;
  call: ToolCall<Operation>;
  make: (identity: Partial<RequestIdentity>) => Promise<unknown>;
}

/** A charge that the person has not confirmed. */
class Unconfirmed extends Error {
  constructor(readonly price: number) {
    super('The charge is not confirmed');
  }
}

/** Asks the person of a connection before a call charges. */
@Injectable()
export class SpendingQuestions {
  private readonly signer: Signer;

  constructor(
    private readonly descriptions: PurchaseDescriptions,
    private readonly credits: CreditsService,
    secrets: SecretsService,
  ) {
    this.signer = new Signer(secrets, 'question-key');
  }

  /**
   * Makes a call after the person has confirmed it. A call that charges nothing is made at once.
   * @returns the result of the call, or `NotBought`
   * @throws SpendingConfirmation; 402 for a call that the person could not pay; errors of the call
   */
  async confirm(purchase: Purchase, asking: Asking): Promise<unknown> {
    if (asking.isAnswered) return this.makeConfirmed(purchase, asking);
    try {
      return await purchase.make({ charging: (price) => Promise.reject(new Unconfirmed(price)) });
    } catch (error) {
      if (!(error instanceof Unconfirmed)) throw error;
      throw await this.questionAbout(purchase, error.price);
    }
  }

  /** One question buys once: its id identifies the purchase, and a repeated answer finds the existing purchase. */
  private async makeConfirmed(purchase: Purchase, { state, isConfirmed }: Asking): Promise<unknown> {
    const id = isConfirmed && state !== undefined ? await this.readState(state, purchase) : null;
    if (id === null) return new NotBought();
    return purchase.make({ idempotencyId: `question:${id}`, repeatsWithinSeconds: VALID_SECONDS });
  }

  private async questionAbout(purchase: Purchase, price: number): Promise<Error> {
    const { tool, call } = purchase;
    const standing = await this.credits.standingOf(call.caller as TeamCaller);
    const refusal = tool.operation.spends ? spendingFailure(standing, { price, action: tool.operation.id }) : null;
    if (refusal) return refusal;
    const what = await this.descriptions.describe(tool, call);
    const cost = `${tool.operation.spends ? '' : 'at most '}${creditsInWords(price)}`;
    return new SpendingConfirmation(textOf(what, cost, standing), await this.writeState(purchase));
  }

  private async writeState(purchase: Purchase): Promise<string> {
    const question = [uuidv4(), String(Math.floor(Date.now() / 1_000) + VALID_SECONDS)] as const;
    return [...question, await this.signer.sign(signedText(purchase, ...question))].join('.');
  }

  /** @returns the id of the question; null if it is not ours, has expired, or belongs to another call or credential */
  private async readState(state: string, purchase: Purchase): Promise<string | null> {
    const [id = '', expiresAt = '', signature = ''] = state.split('.');
    if (!(await this.signer.verify(signedText(purchase, id, expiresAt), signature))) return null;
    return Number(expiresAt) * 1_000 > Date.now() ? id : null;
  }
}

/** The texts of a question belong to one credential, one tool and its arguments. */
function signedText({ tool, call }: Purchase, id: string, expiresAt: string): string {
  const given = createHash('sha256')
    .update(stringify(call.input) ?? '')
    .digest('hex');
  return JSON.stringify([id, expiresAt, (call.caller as TeamCaller).credentialId, tool.name, given]);
}

function textOf(what: string, cost: string, { balance, budget }: CreditPosition): string {
  const left = budget ? ` The budget of this connection has ${remainingOf(budget)} left.` : '';
  return `Buy ${what} for ${cost}? The team has ${creditsInWords(balance)}.${left}`;
}
