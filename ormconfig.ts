import { RdbmsSchemaBuilder } from 'typeorm/schema-builder/RdbmsSchemaBuilder.js';
import { useRunningServices } from '#embedded/services/embedded-services.js';
import { migrationDataSource } from '#platform/database/data-source.js';

/**
 * Indexes, constraints and generated columns are written by hand in the migrations, and no entity describes them:
 * `migration:generate` compares tables and columns, and leaves everything else alone.
 */
class TablesAndColumns extends RdbmsSchemaBuilder {
  override async log(): ReturnType<RdbmsSchemaBuilder['log']> {
    const runner = this.dataSource.createQueryRunner();
    // TypeORM looks generated columns up in this table of its own.
    await this.createTypeormMetadataTable(runner);
    await runner.release();
    return super.log();
  }

  protected override async executeSchemaSyncOperationsInProperOrder(): Promise<void> {
    for (const table of this.tables) {
      Object.assign(table, { indices: [], foreignKeys: [], uniques: [], checks: [], exclusions: [] });
      table.columns = table.columns.filter(({ generatedType }) => !generatedType);
      for (const column of table.columns) column.isUnique = false;
    }
    await this.createNewTables();
    await this.dropRemovedColumns();
    await this.addNewColumns();
    await this.updateExistColumns();
  }
}

if (!process.env['DATABASE_URL']) await useRunningServices(process.env);
const source = migrationDataSource(process.env['DATABASE_OWNER_URL'] || process.env['DATABASE_URL'] || '', {
  entities: true,
});
source.driver.createSchemaBuilder = () => new TablesAndColumns(source);

/** For the TypeORM command line only, on DATABASE_URL or the running embedded services: `npm run typeorm -- …`. */
export default source;
