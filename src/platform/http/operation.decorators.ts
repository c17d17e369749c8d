import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import type { Operation } from '#platform/operations/operation.js';
import { BodyInterceptor } from './body.interceptor.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { InputPipe } from './input.pipe.js';
import { SpendingHitInterceptor } from './spending-hit.interceptor.js';

export const OPERATION = Symbol('operation');
export const OPEN_ROUTE = Symbol('open-route');

/** Makes a route serve an operation. Guards, input, envelope and reference follow the operation's declaration. */
export const Serves = (operation: Operation): MethodDecorator =>
  applyDecorators(
    SetMetadata(OPERATION, operation),
    HttpCode(200),
    // The order matters: idempotency needs the hash of the body. Reads need no interceptors.
    ...(operation.spends ? [UseInterceptors(SpendingHitInterceptor)] : []),
    ...(operation.writes || operation.input.body ? [UseInterceptors(BodyInterceptor, IdempotencyInterceptor)] : []),
  );

/**
 * Marks a controller or route that has no operation, with the reason. A route with neither this nor `Serves` stops the
 * boot.
 */
export const OpenRoute = (why: string): ClassDecorator & MethodDecorator => SetMetadata(OPEN_ROUTE, why);

const requestOf = createParamDecorator((_: unknown, context: ExecutionContext) => ({
  request: context.switchToHttp().getRequest<ApiRequest>(),
}));

/** The validated call of the operation: a `CallOf` it. */
export const Call = (): ParameterDecorator => requestOf(undefined, InputPipe);
