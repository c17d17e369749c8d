import { startEmbeddedServices } from '../../dist/embedded/services/embedded-services.js';

/** A process that starts the embedded services of `argv[2]`, prints their addresses, and waits to be killed. */
const { databaseUrl, redisUrl, supervisorPid } = await startEmbeddedServices({ dataDir: process.argv[2] });
process.send({ databaseUrl, redisUrl, supervisorPid, uid: process.getuid?.() });
