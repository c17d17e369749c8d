import type { Type } from '@nestjs/common';
import { Column } from 'typeorm';

/** A base class for entities, with a nullable text column for each name. */
export function OptionalTexts<Name extends string>(...names: readonly Name[]): Type<Record<Name, string | null>> {
  class Texts {}
  for (const name of names) Column('text', { nullable: true })(Texts.prototype, name);
  return Texts as Type<Record<Name, string | null>>;
}
