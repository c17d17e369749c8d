import { runGroup } from '../support/groups.js';

runGroup(2);
