import { All, Controller } from '@nestjs/common';
import { notFound } from '#platform/errors/application-error.js';
import { Serves } from '#platform/http/operation.decorators.js';
import { unknownRoute } from './system.operations.js';

/** Registered last. A known path with an unsupported method also gets 404: the API has no 405. */
@Controller('api/v1')
export class UnknownRouteController {
  @All('{*path}')
  @Serves(unknownRoute)
  refuse(): never {
    throw notFound();
  }
}
