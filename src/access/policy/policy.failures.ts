import { defineFailure } from '#platform/errors/application-error.js';

/** A 401 of a tool that only teams may call. */
export const connectionRequired = defineFailure({
  reason: 'connection_required',
  code: 'unauthorized',
  message: 'This tool needs a connected team',
  cause: 'A tool of a team was called without a credential.',
  cure: 'Connect to the address with `/mcp/auth`, or send an API key.',
  nextStep: 'Connect this assistant to a Qualm team at the /mcp/auth address, or send an API key.',
  isInternal: true,
});

const SCOPES_FIELD = { type: 'array', items: { type: 'string' } };

/** 403 for a key without the scope. */
export const insufficientScope = defineFailure<{ required: readonly string[]; granted: readonly string[] }>({
  reason: 'insufficient_scope',
  code: 'forbidden',
  message: ({ required }) => `This key lacks the scope ${required.join(', ')}`,
  cause: 'The API key does not have the scope that the operation needs.',
  cure: 'Create a key with the scope in the app under Settings, API keys. The scopes of a key cannot be changed.',
  fields: {
    required: { ...SCOPES_FIELD, description: 'The scopes that the operation needs; with `insufficient_scope`' },
    granted: { ...SCOPES_FIELD, description: 'The scopes of the key; with `insufficient_scope`' },
  },
  example: { required: ['spend:unlock'], granted: ['read'] },
  nextStep: 'Tell the person that this needs an API key with the scope in details.required.',
});

/** 403 for a key that is used from an address outside its list. */
export const ipNotAllowed = defineFailure({
  reason: 'ip_not_allowed',
  code: 'forbidden',
  message: 'This key may not be used from this address',
  cause: 'The API key has a list of addresses, and the address of the request is not in it.',
  cure: 'Send the request from one of the addresses, or create a key that allows yours.',
  nextStep: 'Tell the person that the API key is not allowed at this address.',
});
