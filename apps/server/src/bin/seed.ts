import { INTERNAL_ROLE, PERMISSION_CODES } from "@dailies/contract";
import { readConfig, readSeedAdministrator } from "../config.ts";
import { createUser, hashPassword } from "../features/auth/index.ts";
import { createDatabase } from "../platform/database.ts";

/** People to try the console with: one who may do everything, and one for each kind of work. */
const DEMO_USERS = [
  { username: "dana", realname: "Dana Data", role: INTERNAL_ROLE, permissions: [] },
  {
    username: "rita",
    realname: "Rita Researcher",
    role: INTERNAL_ROLE,
    permissions: ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"],
  },
  { username: "otto", realname: "Otto Operator", role: INTERNAL_ROLE, permissions: ["MAGI_ADMIN"] },
  { username: "lea", realname: "Lea Labeller", role: "labeller", permissions: [] },
];

const config = readConfig();
if (config.mode === "production") throw new Error("demonstration users are not for production; use the admin command");

const administrator = readSeedAdministrator();
const passwordHash = await hashPassword(administrator.password);
const { db, close } = createDatabase({ url: config.database.url, poolSize: 2, applicationName: "dailies-seed" });
try {
  const admin = {
    username: administrator.username,
    email: administrator.email,
    realname: "Ada Administrator",
    role: INTERNAL_ROLE,
  };
  let created = Number(await createUser(db, { ...admin, permissions: PERMISSION_CODES, passwordHash }));
  for (const user of DEMO_USERS) {
    created += Number(await createUser(db, { ...user, email: `${user.username}@dailies.test`, passwordHash }));
  }
  process.stdout.write(`seeded ${created} new users, all with the administrator's password\n`);
} finally {
  await close();
}
