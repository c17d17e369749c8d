import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { LaneThrottlerGuard } from '#access/lanes/lane-throttler.guard.js';
import { comesAfterInput, decide } from '#access/policy/access.policy.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import { type Caller, type TeamCaller, subjectOf } from '#platform/caller/caller.js';
import {
  validationFailed,
  type ApplicationError,
  declarationOf,
  type InputFault,
} from '#platform/errors/application-error.js';
import { asApplicationError } from '#platform/http/failure.filter.js';
import { withModeHint } from '#platform/http/mode.hint.js';
import { RefusalMetrics } from '#platform/http/refusal.metrics.js';
import { renamedFault } from '#platform/operations/input-faults.js';
import type { InputOf, Operation } from '#platform/operations/operation.js';
import { OperationResult, resultOf } from '#platform/operations/operation.result.js';
import { OperationValidator } from '#platform/operations/operation.validator.js';
import { TOOLSETS } from './mcp.toolsets.js';
import { type Asking, SpendingConfirmation } from './spending.question.js';
import { SpendingQuestions } from './spending-questions.service.js';
import type { Tool, ToolCall } from './tool.js';
import type { ProgressChannel } from './tool.progress.js';
import { successResult } from './tool.result.js';
import { ToolMetrics } from './tool.metrics.js';
import { ToolSchema } from './tool.schema.js';
import type { Arguments } from './tool.view.js';

/** A tool with its schemas. */
export interface ReadyTool extends Tool {
  schema: ToolSchema;
}

/** The tool with its schemas. */
export const ready = (tool: Tool): ReadyTool => ({ ...tool, schema: new ToolSchema(tool) });

/** The caller and the id of the request. */
export interface CallContext {
  caller: Caller;
  requestId: string;
  /** For a client that asked for progress. */
  channel?: ProgressChannel;
  /** For a client that can ask its user. */
  asking?: Asking;
}

/** Runs a tool as REST runs its operation: lane, credential, input, then the same service method. */
@Injectable()
export class ToolRunner {
  /** The tools of all sets. */
  readonly tools: readonly ReadyTool[] = Object.values(TOOLSETS).flat().map(ready);
  private readonly log = new Logger(ToolRunner.name);
  private readonly byName = new Map(this.tools.map((tool) => [tool.name, tool]));

  constructor(
    private readonly modules: ModuleRef,
    private readonly validator: OperationValidator,
    private readonly throttler: LaneThrottlerGuard,
    private readonly credits: CreditsService,
    private readonly questions: SpendingQuestions,
    private readonly metrics: ToolMetrics,
    private readonly refusals: RefusalMetrics,
  ) {
    for (const { name } of this.tools) metrics.start(name, ['completed']);
  }

  find(name: string): ReadyTool | undefined {
    return this.byName.get(name);
  }

  /**
   * A failure becomes a result with the error and the next step. With a channel, the client gets the progress.
   * @throws only `SpendingConfirmation`, if the person must be asked first
   */
  async run(tool: ReadyTool, args: Arguments, context: CallContext): Promise<CallToolResult> {
    const { caller, requestId, channel, asking } = context;
    const { name, operation } = tool;
    let outcome = 'completed';
    try {
      const refusal = decide(operation, caller, 'tool');
      if (refusal && !comesAfterInput(refusal)) throw refusal;
      const input = this.validate(tool, args);
      if (refusal) throw refusal;
      const service = this.modules.get<object>(tool.service, { strict: false });
      const identity = identityOf(tool, caller, input, requestId);
      const call = { caller, ...identity, input };
      const make = async (own: Partial<RequestIdentity>) => tool.call(service, { ...call, ...own });
      const isAsked = asking !== undefined && asksFirst(tool, call);
      const work = () => (isAsked ? this.questions.confirm({ tool, call, make }, asking) : make({}));
      const returned = channel ? await this.follow(tool, work, input, channel) : await work();
      if (isDryRun(input)) await this.throttler.giveBackSpending({ caller, operation });
      const shown = operation.spends ? await this.withCredits(returned, call.caller as TeamCaller) : returned;
      return successResult(tool, shown, { caller, given: args });
    } catch (error) {
      if (error instanceof SpendingConfirmation) {
        outcome = 'asked';
        await this.throttler.giveBackSpending({ caller, operation });
        throw error;
      }
      const failure = withModeHint(asApplicationError(error), caller, Object.values(args));
      outcome = failure.code;
      this.refusals.count(failure, caller);
      if (failure.code === 'internal_error') this.log.error({ error, tool: name }, 'tool failed');
      else await this.throttler.giveBackSpending({ caller, operation });
      return failureResult(failure, tool);
    } finally {
      this.metrics.count(name, outcome);
    }
  }

  private async withCredits(returned: unknown, caller: TeamCaller): Promise<OperationResult<unknown>> {
    const { data, meta } = resultOf(returned);
    return new OperationResult(data, { ...meta, credits: await this.credits.receiptOf(caller) });
  }

  private async follow(
    { follow }: ReadyTool,
    work: () => unknown,
    input: object,
    channel: ProgressChannel,
  ): Promise<unknown> {
    const returned = await channel.during(work);
    const { id } = (input as { path?: { id?: string } }).path ?? {};
    if (!follow || id === undefined) return returned;
    return follow.wait(this.modules.get<object>(follow.service, { strict: false }), { returned, id, channel });
  }

  /** @throws 400 with every fault, under the name that the caller used for the argument */
  private validate({ operation, schema }: ReadyTool, args: Arguments): InputOf<Operation> {
    const { raw, names, faults } = schema.read(args);
    const validated = this.validator.validate(operation, raw);
    const renamed = validated.faults.map((fault) => renamedFault(fault, names.get(fault.field) ?? fault.field));
    if (faults.length + renamed.length > 0) throw validationFailed([...faults, ...renamed]);
    return validated.input as InputOf<Operation>;
  }
}

/** Whether the person of a connection is asked before a call charges. */
const asksFirst = ({ operation, purchase }: Tool, { caller, input }: ToolCall<Operation>): boolean =>
  (operation.spends === true || purchase !== undefined) &&
  caller.lane === 'oauth' &&
  caller.asksBeforeSpending === true &&
  !isDryRun(input);

const isDryRun = ({ body }: InputOf<Operation>): boolean =>
  (body as { dry_run?: boolean } | undefined)?.dry_run === true;

/**
 * Derives an idempotency id from a call, for tools that spend credits. A client that lost the response repeats the call
 * and gets the run that it has already paid for.
 */
function identityOf(tool: Tool, caller: Caller, input: unknown, requestId: string): RequestIdentity {
  if (!tool.repeatsWithin || caller.lane === 'anonymous') return { requestId };
  const call = JSON.stringify([subjectOf(caller), tool.name, input]);
  const idempotencyId = createHash('sha256').update(call).digest('hex');
  return { requestId, idempotencyId, repeatsWithinSeconds: tool.repeatsWithin };
}

/** The result of a failed call: the error of the REST API and the next step. */
function failureResult(failure: ApplicationError, { idSource }: Pick<Tool, 'idSource'>): CallToolResult {
  const { code, message, details } = failure.toBody();
  const nextStep = (code === 'not_found' ? idSource : undefined) ?? withSource(nextStepOf(failure), failure, idSource);
  const error = { code, message, ...(details && { details: asArguments(details) }), next_step: nextStep };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(error) }] };
}

const ID_FIELD = /(?:^|_)ids?$/;

/** Says where ids come from if one is missing or is none. */
function withSource(nextStep: string, { details }: ApplicationError, idSource: string | undefined): string {
  const errors = Array.isArray(details?.errors) ? (details.errors as InputFault[]) : [];
  const isAboutId = errors.some(({ field, code }) => ID_FIELD.test(field) && ['matches', 'required'].includes(code));
  return isAboutId && idSource !== undefined ? `${nextStep} ${idSource}` : nextStep;
}

function nextStepOf(failure: ApplicationError): string {
  const { nextStep, mayRetry } = declarationOf(failure) ?? {};
  if (nextStep !== undefined) return nextStep;
  return mayRetry ? 'Call again in a few seconds.' : 'Tell the person what the message says. Do not call again.';
}

/** Removes the location (path, query, body) of each error, because arguments of a tool are flat. */
function asArguments(details: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(details.errors)) return details;
  const errors = (details.errors as InputFault[]).map(({ location, ...fault }) => fault);
  return { ...details, errors };
}
