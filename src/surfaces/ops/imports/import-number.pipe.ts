import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '#platform/errors/application-error.js';

/** The largest number that the column has room for. */
const MAX_NUMBER = 2_147_483_647;

/** Reads the number of an import from the path of a page. @throws 404 if no import can have it. */
@Injectable()
export class ImportNumberPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    if (!/^\d+$/.test(text) || Number(text) > MAX_NUMBER) throw notFound();
    return Number(text);
  }
}
