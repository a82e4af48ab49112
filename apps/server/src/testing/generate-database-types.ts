import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { generate, PostgresDialect } from "kysely-codegen";
import { readConfig } from "../config.ts";
import { testEnvironment } from "./environment.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "./template-database.ts";

const OUT_FILE = fileURLToPath(new URL("../platform/db/database.types.ts", import.meta.url));

const generateTypes = async (ownerUrl: string, appUrl: string): Promise<string> => {
  const database = await createMigratedDatabase({ ownerUrl, appUrl });
  const dialect = new PostgresDialect();
  const db = await dialect.introspector.connect({ connectionString: withDatabase(ownerUrl, database), dialect });
  try {
    return await generate({
      db,
      dialect,
      defaultSchemas: ["public"],
      typeMapping: { int8: "bigint" },
      typeOnlyImports: true,
    });
  } finally {
    await db.destroy();
    await dropDatabase(ownerUrl, database);
  }
};

const { database } = readConfig(testEnvironment());
if (!database.ownerUrl) throw new Error("DAILIES_OWNER_DATABASE_URL is needed to make a database");
const types = await generateTypes(database.ownerUrl, database.url);
if (!process.argv.includes("--check")) {
  await writeFile(OUT_FILE, types);
} else if ((await readFile(OUT_FILE, "utf8")) !== types) {
  process.stderr.write("database.types.ts does not match the migrations: run pnpm --filter @dailies/server db:types\n");
  process.exitCode = 1;
}
