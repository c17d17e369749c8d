import type { Kept } from './import-undo.service.js';

/** Why records stay after an undo, in words. */
export const STAY_WORDS: Record<keyof Kept, string> = {
  changed_later: 'a later import changed them',
  unlocked: 'a team has unlocked a contact of the writer',
  pitched: 'a team has a pitch to the writer',
  being_bought: 'a purchase about them is in progress; undo again later',
  being_read: 'a report of their product is being made; undo again when it is finished',
  in_use: 'they have reviews, reports, opportunities or followers',
};
