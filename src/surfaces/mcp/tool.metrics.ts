import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { OutcomeCounter } from '#platform/metrics/outcome.counter.js';

/** Counts tool calls. */
@Injectable()
export class ToolMetrics extends OutcomeCounter {
  constructor(registry: Registry) {
    const help = 'Tool calls by tool and outcome (completed, or the error code)';
    super(registry, 'tool', { name: 'qualm_tool_calls_total', help });
  }
}
