import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { listUsers } from "../features/users/index.ts";
import { testEnvironment } from "../testing/environment.ts";
import { testDatabase } from "../testing/test-database.ts";

const database = testDatabase();
const program = fileURLToPath(new URL("admin.ts", import.meta.url));

const createFirst = async (username: string): Promise<string> => {
  const named = ["create", "--first", "--username", username, "--email", `${username}@example.org`];
  const env = { ...testEnvironment(), DAILIES_DATABASE_URL: database.current.url };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...named], { env });
  return stdout;
};

it("admin create --first creates the administrator of a new installation once, and nobody beside existing users", async () => {
  expect(await createFirst("ada")).toContain("created 'ada'");
  expect(await createFirst("eve")).toBe("there are users already, nothing was changed\n");
  const { items } = await listUsers(database.current.db, {}, { limit: 10, offset: 0 });
  expect(items.map(({ username }) => username)).toEqual(["ada"]);
});
