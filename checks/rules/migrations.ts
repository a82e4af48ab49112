import path from "node:path";
import { type Outcome, report } from "../outcome.ts";
import { listFiles, readText } from "../repository.ts";
import { lintSql } from "../squawk.ts";

const FOLDER = "apps/server/db/migrations/";
const NAME = /^\d{4}-\d{2}-\d{2}T\d{4}-[a-z0-9]+(-[a-z0-9]+)*[.]sql$/;
const NO_TRANSACTION = "-- no transaction\n";

export const checkMigrations = async (): Promise<Outcome> => {
  const files = listFiles().filter((file) => file.startsWith(FOLDER) && file.endsWith(".sql"));
  const alone = files.filter((file) => readText(file).startsWith(NO_TRANSACTION));
  const wrapped = files.filter((file) => !alone.includes(file));
  const faults = [
    ...files.filter((file) => !NAME.test(path.basename(file))).map((file) => `${file} is not named date-time-what.sql`),
    ...(await lintSql(wrapped)),
    ...(await lintSql(alone, "--no-assume-in-transaction")),
  ];
  if (files.length === 0) faults.push(`no migration in ${FOLDER}`);
  return { note: `${files.length} files`, faults };
};

if (import.meta.main) await report("migrations", checkMigrations);
