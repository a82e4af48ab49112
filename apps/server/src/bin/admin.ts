import { parseArgs } from "node:util";
import { email, INTERNAL_ROLE, PERMISSION_CODES } from "@dailies/contract";
import { readConfig } from "../config.ts";
import { createUser } from "../features/auth/index.ts";
import { createDatabase } from "../platform/database.ts";

const USAGE = `Creates the first administrator, or another one.

  admin create --username NAME --email ADDRESS [--realname NAME]

The new user holds every permission and has no password yet: they sign in with
a one-time code mailed to their address and are then asked to set a password.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { username: { type: "string" }, email: { type: "string" }, realname: { type: "string" } },
});

const run = async (): Promise<string> => {
  const address = email.safeParse(values.email);
  if (positionals[0] !== "create" || !values.username || !address.success) throw new Error(USAGE);
  const { database } = readConfig();
  const { db, close } = createDatabase({ url: database.url, poolSize: 2, applicationName: "dailies-admin" });
  try {
    const { username, realname = username } = values;
    const user = {
      username,
      email: address.data,
      realname,
      role: INTERNAL_ROLE,
      permissions: PERMISSION_CODES,
      passwordHash: null,
    };
    if (!(await createUser(db, user))) throw new Error(`there is already a user '${username}', nothing was changed\n`);
    return `created '${username}'; they can now sign in with a code sent to ${address.data}\n`;
  } finally {
    await close();
  }
};

try {
  process.stdout.write(await run());
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
