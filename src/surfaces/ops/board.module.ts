import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { type BullBoardInstance, BullBoardModule, InjectBullBoard } from '@bull-board/nestjs';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { OperatorGate } from './operator.gate.js';
import { OperatorModule } from './operator.module.js';
import { QueueRegistry } from './queue-registry.js';

/** The board uses inline styles and its own script files. Its web fonts come from another host and are not loaded. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

function pagePolicy(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** The board without the header that names its framework. */
class QuietAdapter extends ExpressAdapter {
  constructor() {
    super();
    this.app.disable('x-powered-by');
  }
}

/** Bull Board at `/ops/queues` shows operators every queue of every feature. */
@Module({
  imports: [
    OperatorModule,
    BullBoardModule.forRootAsync({
      imports: [OperatorModule],
      inject: [OperatorGate],
      useFactory: (gate: OperatorGate) => ({
        route: '/ops/queues',
        adapter: QuietAdapter,
        middleware: [gate.middleware, pagePolicy],
      }),
    }),
  ],
})
export class BoardModule implements OnApplicationBootstrap {
  constructor(
    private readonly registry: QueueRegistry,
    @InjectBullBoard() private readonly board: BullBoardInstance,
  ) {}

  onApplicationBootstrap(): void {
    for (const queue of this.registry.queues()) this.board.addQueue(new BullMQAdapter(queue));
  }
}
