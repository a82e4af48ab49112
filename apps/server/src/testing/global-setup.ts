import type { TestProject } from "vitest/node";
import { readConfig } from "../config.ts";
import { testEnvironment } from "./environment.ts";
import { createMigratedDatabase, dropDatabase } from "./template-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    templateDatabase: string;
  }
}

/** Migrates once for the whole run; every test file then copies the result. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { database } = readConfig(testEnvironment());
  if (!database.ownerUrl) throw new Error("tests make their own databases and need DAILIES_OWNER_DATABASE_URL");
  const { ownerUrl } = database;
  const template = await createMigratedDatabase({ ownerUrl, appUrl: database.url });
  project.provide("templateDatabase", template);
  return () => dropDatabase(ownerUrl, template);
};
