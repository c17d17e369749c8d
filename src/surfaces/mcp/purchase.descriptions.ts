import { Injectable } from '@nestjs/common';
import { actionNamed, type PaidCall, type Subject } from '#accounts/runs/paid-action.js';
import { clipped } from '#platform/text/clipped.text.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { Operation } from '#platform/operations/operation.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import type { Tool, ToolCall } from './tool.js';

const MAX_NAME = 100;

/** Describes the purchase of a call, such as "a pain-points report of Dropbox", for the question to the person. */
@Injectable()
export class PurchaseDescriptions {
  private readonly namesOf: Record<Subject, (caller: TeamCaller, id: string) => Promise<string>> = {
    product: async (_, id) => (await this.reports.productOf(id)).name,
    opportunity: async (caller, id) => (await this.opportunities.get(caller, id)).title,
  };

  constructor(
    private readonly reports: PainPointsService,
    private readonly opportunities: OpportunitiesService,
  ) {}

  /** @throws 404 */
  async describe({ operation, purchase }: Tool, call: ToolCall<Operation>): Promise<string> {
    if (purchase) return purchase(call);
    const { subject, describe } = actionNamed(operation.id);
    const input = call.input as object as PaidCall;
    const name = await this.namesOf[subject](call.caller as TeamCaller, input.path.id);
    return describe(input, clipped(name, MAX_NAME));
  }
}
