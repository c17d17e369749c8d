import { runTogether } from '../support/groups.js';

runTogether(['test/e2e/accounts/battle-card.e2e-spec.ts', 'test/e2e/accounts/paid-actions.e2e-spec.ts']);
