import { defineFailure } from '#platform/errors/application-error.js';

/** 403 for a live key where only test mode makes sense. */
export const testModeOnly = defineFailure({
  reason: 'test_mode_only',
  code: 'forbidden',
  message: 'This works with a test key only',
  cause: 'The operation belongs to test mode, and the key is a live one.',
  cure: 'Send a test key. Test keys have `_test_` in them.',
  on: ['reset_test_mode', 'create_test_event'],
});
