const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = ['"', '\\', ',', '[', '{'].map((sign) => sign.charCodeAt(0));

/**
 * Whether a text holds at most so many values if it is JSON; lists and objects count, too. A parser may need fifty times the memory of a
 * text of brackets, so this is asked before it is parsed.
 */
export function hasFewValues(text: string, most: number): boolean {
  let [values, isString] = [1, false];
  for (let at = 0; at < text.length && values <= most; at++) {
    const code = text.charCodeAt(at);
    if (isString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isString = false;
    } else if (code === QUOTE) isString = true;
    else if (code === COMMA || code === LIST || code === OBJECT) values++;
  }
  return values <= most;
}
