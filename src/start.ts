import { run } from '#embedded/launch/run.js';

await run();
