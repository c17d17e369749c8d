import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type FinishedRequest, Requests } from './requests.js';

/** Logs one line for each request, with the route but without the URL: paths and query strings may contain secrets. */
@Injectable()
export class RequestLog implements OnModuleInit {
  private readonly log = new Logger('Http');

  constructor(private readonly requests: Requests) {}

  onModuleInit(): void {
    this.requests.onFinish((finished) => this.write(finished));
  }

  private write({ request, route, status, durationMs, aborted }: FinishedRequest): void {
    const { caller } = request as Partial<typeof request>;
    const line = {
      request_id: request.requestId,
      lane: caller?.lane,
      ...(caller && 'team' in caller && { team_id: caller.team.id, credential_id: caller.credentialId }),
      method: request.method,
      route,
      tool: request.tool,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      ...(aborted && { aborted }),
    };
    // Probes arrive every few seconds.
    if (route.startsWith('/api/v1/health')) this.log.debug(line);
    else this.log.log(line);
  }
}
