import { parseArgs } from "node:util";
import { email, INTERNAL_ROLE, PERMISSION_CODES, username } from "@dailies/contract";
import { type Config, readConfig } from "../config.ts";
import { listUsers, provisionSecondFactorReset, provisionUser } from "../features/users/index.ts";
import { createDatabase, type Db } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { countOf } from "../platform/installation-check.ts";
import { type AuditContext, programContext } from "../request-context.ts";
import { listKeyUses, rotateKeys } from "../rotate-keys.ts";
import { VerificationStopped, verifyInstallation } from "../verify-installation.ts";

const USAGE = `Commands for the operator of an installation.

  admin create --username NAME --email ADDRESS [--realname NAME] [--first]

    Creates an administrator. The new user holds every permission and has no
    password yet: they sign in with a one-time code mailed to their address and
    are then asked to set a password. With --first nothing happens if there are
    users already, so that a script may run it at every start.

  admin keys

    Lists the secret keys by id, and what each has encrypted. Fails if values
    were encrypted with a key that is not configured: they cannot be read.

  admin rotate-key

    Encrypts everything with DAILIES_SECRET_KEY that one of
    DAILIES_ADDITIONAL_SECRET_KEYS encrypted. The API and the workers may run.

  admin reset-second-factor --username NAME --reason WORDS

    Removes the second factor of somebody who lost it, when nobody in the console
    can. Their sessions end, and they are told by mail.

  admin verify-installation [--quick]

    Checks whether database and object storage are whole and fit together: the
    hash chain of the history, every account of the credit ledger, the clip of
    every cell, every stored object with its hash, and leaderboards.
    Run it after a restore. It reads all stored objects, unless --quick: then it
    only compares their sizes. It changes nothing, and the installation may run.
    Exits with 1 when something is wrong, and with 2 when it could not check.
`;

/** A check may read an account with millions of movements, and nobody waits for its reply. */
const STATEMENT_TIMEOUT_MS = 900_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    username: { type: "string" },
    email: { type: "string" },
    realname: { type: "string" },
    reason: { type: "string" },
    quick: { type: "boolean", default: false },
    first: { type: "boolean", default: false },
  },
});

interface Installation {
  readonly db: Db;
  readonly config: Config;
  readonly context: AuditContext;
}

const createAdministrator = async ({ db, context }: Installation): Promise<string> => {
  const address = email.safeParse(values.email);
  const name = username.safeParse(values.username);
  if (!name.success || !address.success) throw new Error(USAGE);
  if (values.first && (await listUsers(db, {}, { limit: 1, offset: 0 })).items.length > 0) {
    return "there are users already, nothing was changed\n";
  }
  const user = {
    username: name.data,
    email: address.data,
    realname: values.realname ?? name.data,
    role: INTERNAL_ROLE,
    permissions: PERMISSION_CODES,
    passwordHash: null,
  };
  const result = await provisionUser(db, user, context);
  if ("refusal" in result) throw new Error(`${result.refusal}, nothing was changed\n`);
  return `created '${name.data}'; they can now sign in with a code sent to ${address.data}\n`;
};

const resetSecondFactor = async ({ db, context }: Installation): Promise<string> => {
  const name = username.safeParse(values.username);
  const reason = values.reason?.trim();
  if (!name.success || !reason) throw new Error(USAGE);
  if (!(await provisionSecondFactorReset(db, context, { username: name.data, reason }))) {
    throw new Error(`'${name.data}' has no second factor, nothing was changed\n`);
  }
  return `reset the second factor of '${name.data}'; their sessions have ended\n`;
};

const listKeys = async ({ db, config }: Installation): Promise<string> => {
  const keys = await listKeyUses(db, config.secretKeys);
  const lines = keys.map(({ id, state, values: count, uses }) => {
    const about = uses.map((use) => `${use.purpose} ${use.values}`).join(", ");
    return `${id}  ${state.padEnd(10)}  ${count} values${about === "" ? "" : `: ${about}`}\n`;
  });
  const missing = keys.filter(({ state }) => state === "missing");
  if (missing.length > 0) {
    const ids = missing.map(({ id }) => id).join(", ");
    throw new Error(`${lines.join("")}not configured: ${ids}. Without it these values must be entered again.\n`);
  }
  return lines.join("");
};

const rotate = async ({ db, config, context }: Installation): Promise<string> => {
  const { resealed, unreadable } = await rotateKeys(db, config.secretKeys, context);
  const done = `encrypted ${resealed} values with the key ${config.secretKeys.current.id}\n`;
  if (unreadable > 0) throw new Error(`${done}${unreadable} values cannot be read; \`admin keys\` lists their keys\n`);
  const left = (await listKeyUses(db, config.secretKeys)).filter(
    ({ state, values: count }) => state !== "current" && count > 0,
  );
  if (left.length > 0) {
    throw new Error(
      `${done}a process still encrypts with another key: restart it with the new one, and run this again\n`,
    );
  }
  return `${done}no other key is needed: DAILIES_ADDITIONAL_SECRET_KEYS can be emptied\n`;
};

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const verify = async ({ db, config }: Installation): Promise<string> => {
  const faults = await verifyInstallation({ db, config, readsContents: !values.quick }, print);
  if (faults > 0) throw new Error(`${countOf(faults, "fault")}: this installation is not whole\n`);
  return "nothing is wrong\n";
};

const COMMANDS: Readonly<Record<string, (installation: Installation) => Promise<string>>> = {
  create: createAdministrator,
  keys: listKeys,
  "rotate-key": rotate,
  "reset-second-factor": resetSecondFactor,
  "verify-installation": verify,
};

const run = async (): Promise<string> => {
  const command = COMMANDS[positionals[0] ?? ""];
  if (!command || positionals.length > 1) throw new Error(USAGE);
  const config = readConfig();
  const { url } = config.database;
  const { db, close } = createDatabase({
    url,
    poolSize: 10,
    applicationName: "dailies-admin",
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await command({ db, config, context: programContext("(command line)", `admin-${newId()}`, new Date()) });
  } finally {
    await close();
  }
};

try {
  process.stdout.write(await run());
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof VerificationStopped ? 2 : 1;
}
