import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Counts tool calls. */
@Injectable()
export class ToolMetrics {
  private readonly calls: Counter<'tool' | 'outcome'>;

  constructor(registry: Registry) {
    this.calls = new Counter({
      name: 'qualm_tool_calls_total',
      help: 'Tool calls by tool and outcome (completed, or the error code)',
      labelNames: ['tool', 'outcome'],
      registers: [registry],
    });
  }

  count(tool: string, outcome: string): void {
    this.calls.inc({ tool, outcome });
  }
}
