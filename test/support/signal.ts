/** A signal that one part of a test gives and another part waits for. */
export function signal(): { give: () => void; given: Promise<void> } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give, given };
}
