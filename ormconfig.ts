import { migrationDataSource } from '#platform/database/data-source.js';

/** For the TypeORM command line only: `npm run typeorm -- migration:generate …`. */
export default migrationDataSource(process.env['DATABASE_URL'] ?? '');
