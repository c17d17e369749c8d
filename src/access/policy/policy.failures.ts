import { defineFailure } from '#platform/errors/application-error.js';

/** A 401 of a tool that only teams may call. */
export const connectionRequired = defineFailure({
  reason: 'connection_required',
  code: 'unauthorized',
  message: 'This tool needs a connected team',
  nextStep: 'Connect this assistant to a Qualm team at the /mcp/auth address, or send an API key.',
  isInternal: true,
});
