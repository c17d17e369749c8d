/** Rolls back the transaction that used an address held for another person. */
export class AddressHeld extends Error {}

/** Answers a held address like one in use. Every other error is rethrown. */
export const answerHeld =
  <Answer>(answer: Answer) =>
  (error: unknown): Answer => {
    if (error instanceof AddressHeld) return answer;
    throw error;
  };
