import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { Caller } from '#platform/caller/caller.js';
import type { ApiRequest } from './api-request.js';
import type { Operation } from '#platform/operations/operation.js';
import { BodyInterceptor } from './body.interceptor.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { InputPipe } from './input.pipe.js';

export const OPERATION = Symbol('operation');
export const OPEN_ROUTE = Symbol('open-route');

/** Makes a route the REST face of an operation: guards, input, envelope and reference all follow from it. */
export const Serves = (operation: Operation): MethodDecorator =>
  applyDecorators(
    SetMetadata(OPERATION, operation),
    HttpCode(200),
    // In this order: the idempotency of a write needs the body. A read has only the envelope around it.
    ...(operation.writes || operation.input.body ? [UseInterceptors(BodyInterceptor, IdempotencyInterceptor)] : []),
  );

/** Keeps a controller or route out of lanes and envelope, and says why. Without this or `Serves` a route stops the boot. */
export const OpenRoute = (why: string): ClassDecorator & MethodDecorator => SetMetadata(OPEN_ROUTE, why);

const requestOf = createParamDecorator((_: unknown, context: ExecutionContext) => ({
  request: context.switchToHttp().getRequest<ApiRequest>(),
}));

/** The validated input of the operation: `{path, query, body}`, each an instance of its DTO. */
export const Input = (): ParameterDecorator => requestOf(undefined, InputPipe);

/** Who is calling. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => context.switchToHttp().getRequest<ApiRequest>().caller,
);

/** The id of this request where it carries an `Idempotency-Key`, the same whenever it is sent again; otherwise undefined. */
export const IdempotencyId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined =>
    context.switchToHttp().getRequest<ApiRequest>().idempotencyId,
);

/** The id of this request, as the answer says it back. */
export const RequestId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<ApiRequest>().requestId,
);
