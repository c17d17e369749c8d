import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { identify } from '#platform/caller/origin.js';
import { OperatorGate } from './operator.gate.js';

/** Admits operators before a form or a file is read. They are the actors of the changes that follow. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(private readonly gate: OperatorGate) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await this.gate.admit(http.getRequest<Request>(), http.getResponse<Response>());
    identify({ kind: 'operator', id: null, name: null });
    return true;
  }
}
