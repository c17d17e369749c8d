/** Why an address that a customer chose is refused before anything is sent. */
export type RefusalCause =
  'scheme' | 'credentials' | 'port' | 'host' | 'host_not_allowed' | 'private_address' | 'unresolvable' | 'own_address';

/** The ways in which a request to a customer's address can fail without an answer. */
export type EgressFault = 'timeout' | 'connection' | 'tls' | 'dns' | 'refused_address';

/**
 * A request without an answer. `refusal` is set if the address itself was refused. `isSent`: the receiver may have got the request,
 * because the connection was open.
 */
export class EgressError extends Error {
  constructor(
    readonly fault: EgressFault,
    message: string,
    readonly refusal: RefusalCause | null = null,
    readonly isSent = false,
  ) {
    super(message);
  }
}

/** The error of a refused address. */
export const refused = (cause: RefusalCause): EgressError =>
  new EgressError(cause === 'unresolvable' ? 'dns' : 'refused_address', `The address is refused: ${cause}`, cause);
