import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApplicationError } from '#platform/errors/application-error.js';
import { setRetryAfter } from '#platform/http/failure.filter.js';
import { Answer, fault, redirect } from './answers.js';
import { refusedFormOf } from './form-state.js';
import { addressIn, PageRegistry } from './page.registry.js';
import { PageRenderer } from './page.renderer.js';
import { type Exchange, PAGE_ROUTE, type PageRequest, type PageRoute } from './page.route.js';

/** Sends the answer of a page or a form. What is no `Answer` is sent as Nest sends it. */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly registry: PageRegistry,
    private readonly renderer: PageRenderer,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.send(context, next));
  }

  private async send(context: ExecutionContext, next: CallHandler): Promise<unknown> {
    const http = context.switchToHttp();
    const exchange = { request: http.getRequest<PageRequest>(), response: http.getResponse<Response>() };
    const route = this.reflector.get<PageRoute | undefined>(PAGE_ROUTE, context.getHandler());
    let status: number | undefined;
    const answer: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined }).catch((error: unknown) => {
      const failure = expectedFailure(error);
      setRetryAfter(exchange.response, failure);
      status = failure.status;
      return this.afterFailure(route, failure, exchange);
    });
    if (!(answer instanceof Answer)) return answer;
    await answer.send(exchange, this.renderer, status);
  }

  /** @throws the failure of a page, and a 404 */
  private afterFailure(
    route: PageRoute | undefined,
    failure: ApplicationError,
    { request, response }: Exchange,
  ): Answer | Promise<Answer> {
    if (!route?.form || failure.code === 'not_found') throw failure;
    const { page, failure: becomes } = route.form;
    if (becomes === 'flash') return redirect(addressIn(page, request.params), fault(`${failure.message}.`));
    request.refused = refusedFormOf(request, failure);
    return this.registry.show(page, request, response);
  }
}

function expectedFailure(error: unknown): ApplicationError {
  if (error instanceof ApplicationError && error.code !== 'internal_error') return error;
  throw error;
}
