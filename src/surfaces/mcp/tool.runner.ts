import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { refusalOf } from '#access/policy/access.policy.js';
import type { Caller } from '#platform/caller/caller.js';
import { validationFailed } from '#platform/errors/application-error.js';
import { asApplicationError } from '#platform/http/failure.filter.js';
import type { InputOf, Operation } from '#platform/operations/operation.js';
import { OperationValidator } from '#platform/operations/operation.validator.js';
import { CATALOG } from './mcp.catalog.js';
import type { Tool } from './tool.js';
import { successResult } from './tool.result.js';
import { failureResult } from './tool.failure.js';
import { ToolMetrics } from './tool.metrics.js';
import { identityOf } from './tool.repeats.js';
import { ToolSchema } from './tool.schema.js';

/** A tool with its schemas. */
export interface ReadyTool extends Tool {
  schema: ToolSchema;
}

/** The caller and the id of the request. */
export interface CallContext {
  caller: Caller;
  requestId: string;
}

/** Runs a tool like REST runs its operation: lane, credential, input, then the same service method. */
@Injectable()
export class ToolRunner {
  /** All tools, in the order of the catalog. */
  readonly tools: readonly ReadyTool[] = CATALOG.map((tool) => ({ ...tool, schema: new ToolSchema(tool.operation) }));
  private readonly log = new Logger(ToolRunner.name);
  private readonly byName = new Map(this.tools.map((tool) => [tool.operation.id, tool]));

  constructor(
    private readonly modules: ModuleRef,
    private readonly validator: OperationValidator,
    private readonly metrics: ToolMetrics,
  ) {}

  find(name: string): ReadyTool | undefined {
    return this.byName.get(name);
  }

  /** Never rejects: a failure becomes a result with the error and the next step. */
  async run(
    tool: ReadyTool,
    args: Record<string, unknown>,
    { caller, requestId }: CallContext,
  ): Promise<CallToolResult> {
    const { operation } = tool;
    let outcome = 'completed';
    try {
      const refusal = refusalOf(operation, caller, 'tool');
      if (refusal) throw refusal;
      const { input, faults } = this.validator.validate(operation, tool.schema.split(args));
      if (faults.length > 0) throw validationFailed(faults);
      const service = this.modules.get<object>(tool.service, { strict: false });
      const identity = identityOf(tool, caller, input, requestId);
      const call = { caller, ...identity, input: input as InputOf<Operation> };
      return successResult(operation, await tool.call(service, call));
    } catch (error) {
      const failure = asApplicationError(error);
      outcome = failure.code;
      if (failure.code === 'internal_error') this.log.error({ error, requestId, tool: operation.id }, 'tool failed');
      return failureResult(failure);
    } finally {
      this.metrics.count(operation.id, outcome);
    }
  }
}
