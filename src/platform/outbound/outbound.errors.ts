/** The service must not be asked before `until`: its budget is used up, it asked for a pause, or it has failed too often. */
export class Limited extends Error {
  constructor(readonly until: Date) {
    super(`The service may be asked again at ${until.toISOString()}`);
  }
}

/** The service gave no usable answer: none at all, or a status of 500 or more. */
export class Unreachable extends Error {}

/** The request was not sent, or its answer not followed: the address is refused, or robots.txt forbids it. */
export class NotAllowed extends Error {}
