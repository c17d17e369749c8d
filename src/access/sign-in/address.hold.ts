/** Rolls the transaction back that took an address which is held for another person. */
export class AddressHeld extends Error {}

/** The answer to a held address, as to one that is taken. Every other error goes on. */
export const answerHeld =
  <Answer>(answer: Answer) =>
  (error: unknown): Answer => {
    if (error instanceof AddressHeld) return answer;
    throw error;
  };
