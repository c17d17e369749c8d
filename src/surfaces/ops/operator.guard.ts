import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OperatorGate } from './operator.gate.js';

/** Admits operators before a form or a file is read. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(private readonly gate: OperatorGate) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await this.gate.admit(http.getRequest<Request>(), http.getResponse<Response>());
    return true;
  }
}
