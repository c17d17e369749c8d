import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '#platform/errors/application-error.js';
import { UUID_PATTERN } from '#platform/operations/fields.js';

/** An id in the address of a page, in lower case. @throws 404 for one that names nothing. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (!UUID_PATTERN.test(id)) throw notFound();
    return id.toLowerCase();
  }
}
