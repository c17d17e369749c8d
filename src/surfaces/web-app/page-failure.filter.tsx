import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { ApplicationError } from '#platform/errors/application-error.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { asApplicationError, setRetryAfter } from '#platform/http/failure.filter.js';
import { routeOf } from '#platform/http/requests.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { sendPlainPage } from '#platform/pages/page.response.js';

const TITLES: Partial<Record<ApplicationError['code'], string>> = {
  not_found: 'Not found',
  forbidden: 'Not allowed',
  payment_required: 'Not enough credits',
  rate_limited: 'Too many requests',
  invalid_request: 'Invalid request',
};

/** Shows a failure as a page. */
@Catch()
@Injectable()
export class PageFailureFilter implements ExceptionFilter {
  private readonly log = new Logger(PageFailureFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (response.headersSent) return void response.destroy();
    const failure = asApplicationError(error);
    if (failure.code === 'internal_error')
      // Only the template: the paths of some pages contain secrets.
      this.log.error({ error, route: routeOf(http.getRequest<ApiRequest>()) }, 'page failed');
    setRetryAfter(response, failure);
    sendPlainPage(
      response,
      failure.status,
      <PlainPage title={TITLES[failure.code] ?? 'Something went wrong'}>
        <p>{failure.message}.</p>
        <p>
          <a href="/">Go to the home page</a>
        </p>
      </PlainPage>,
    );
  }
}
