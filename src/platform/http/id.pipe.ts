import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '#platform/errors/application-error.js';
import { UUID_PATTERN } from '#platform/operations/fields.js';

/** Reads an id from the path of a page, in lower case. @throws 404 if it is not a UUID. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (!UUID_PATTERN.test(id)) throw notFound();
    return id.toLowerCase();
  }
}
