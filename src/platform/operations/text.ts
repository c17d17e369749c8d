/** Why a text cannot be stored or sent on: the code and the end of the message. Null for a valid text. */
export function textFaultOf(text: string): { code: string; message: string } | null {
  // PostgreSQL stores no NUL characters, and UTF-8 has no bytes for half a surrogate pair.
  if (text.includes('\0')) return { code: 'nul_character', message: 'must not contain a NUL character' };
  if (!text.isWellFormed()) return { code: 'lone_surrogate', message: 'must not contain half of a surrogate pair' };
  return null;
}

/** The fault of the first text that cannot be stored, in a value of a few levels. Names of fields are texts too. */
export function textFaultIn(value: unknown): ReturnType<typeof textFaultOf> {
  if (typeof value === 'string') return textFaultOf(value);
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, item] of Object.entries(value)) {
    const fault = textFaultOf(name) ?? textFaultIn(item);
    if (fault) return fault;
  }
  return null;
}
