import { parseArgs } from "node:util";
import { email, INTERNAL_ROLE, PERMISSION_CODES, username } from "@dailies/contract";
import { readConfig } from "../config.ts";
import { provisionUser } from "../features/users/index.ts";
import { createDatabase } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { programContext } from "../request-context.ts";

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
  const name = username.safeParse(values.username);
  if (positionals[0] !== "create" || !name.success || !address.success) throw new Error(USAGE);
  const { database } = readConfig();
  const { db, close } = createDatabase({ url: database.url, poolSize: 2, applicationName: "dailies-admin" });
  try {
    const user = {
      username: name.data,
      email: address.data,
      realname: values.realname ?? name.data,
      role: INTERNAL_ROLE,
      permissions: PERMISSION_CODES,
      passwordHash: null,
    };
    const context = programContext("(command line)", `admin-${newId()}`, new Date());
    const result = await provisionUser(db, user, context);
    if ("refusal" in result) throw new Error(`${result.refusal}, nothing was changed\n`);
    return `created '${name.data}'; they can now sign in with a code sent to ${address.data}\n`;
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
