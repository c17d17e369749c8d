import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';

const CONFIRM = 'confirm';

/** The abilities of the client of a call, and its answer to an earlier question. */
export interface Asking {
  /** The state of the question. */
  state?: string;
  isAnswered: boolean;
  /** The person has accepted, and confirmed the purchase. */
  isConfirmed: boolean;
}

/** The part of a call for questions; undefined for a client that shows no forms. */
export function askingOf({ mcpReq }: ServerContext): Asking | undefined {
  const declared = mcpReq.envelope as Partial<Record<string, ClientCapabilities>> | undefined;
  const elicitation = declared?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation;
  // A client that names no mode can show forms.
  if (!elicitation || (elicitation.form === undefined && elicitation.url !== undefined)) return undefined;
  const { inputResponses } = mcpReq;
  const state = mcpReq.requestState<string>();
  return {
    ...(state !== undefined && { state }),
    isAnswered: state !== undefined || inputResponses !== undefined,
    isConfirmed: acceptedContent(inputResponses, CONFIRM)?.confirm === true,
  };
}

/** Ends a call with a question to the person. The client repeats the call with the answer. */
export class SpendingConfirmation extends Error {
  readonly result: InputRequiredResult;

  constructor(message: string, requestState: string) {
    super('The person must be asked first');
    const confirm = { type: 'boolean', title: 'Buy', description: 'Whether to spend the credits' } as const;
    const requestedSchema = { type: 'object' as const, properties: { confirm }, required: ['confirm'] };
    const inputRequests = { [CONFIRM]: inputRequired.elicit({ message, requestedSchema }) };
    this.result = inputRequired({ inputRequests, requestState });
  }
}

/** The result of a call that the person did not confirm. */
export class NotBought {
  readonly message = 'Not bought; nothing was charged';
}
