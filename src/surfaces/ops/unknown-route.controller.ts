import { All, Controller } from '@nestjs/common';
import { notFound } from '#platform/errors/application-error.js';
import { Serves } from '#platform/http/operation.decorators.js';
import { unknownRoute } from './system.operations.js';

/** Registered last. A known path with another method ends here too: the code list has no 405. */
@Controller('api/v1')
export class UnknownRouteController {
  @All('{*path}')
  @Serves(unknownRoute)
  refuse(): never {
    throw notFound();
  }
}
