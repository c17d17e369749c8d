import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Counts the calls of tools. */
@Injectable()
export class ToolMetrics {
  private readonly calls: Counter<'tool' | 'outcome'>;

  constructor(registry: Registry) {
    this.calls = new Counter({
      name: 'qualm_tool_calls_total',
      help: 'Calls of tools by tool and outcome: completed, or the code of the failure',
      labelNames: ['tool', 'outcome'],
      registers: [registry],
    });
  }

  count(tool: string, outcome: string): void {
    this.calls.inc({ tool, outcome });
  }
}
