import { INTERNAL_ROLE, PERMISSION_CODES } from "@dailies/contract";
import { readConfig, readSeedAdministrator } from "../config.ts";
import { hashPassword } from "../features/auth/index.ts";
import { DEMO_USERS, provisionUser } from "../features/users/index.ts";
import { createDatabase } from "../platform/database.ts";
import { newId } from "../platform/ids.ts";

const config = readConfig();
if (config.mode === "production") throw new Error("demonstration users are not for production; use the admin command");

const administrator = readSeedAdministrator();
const passwordHash = await hashPassword(administrator.password);
const { db, close } = createDatabase({ url: config.database.url, poolSize: 2, applicationName: "dailies-seed" });
try {
  const by = { userName: "(demonstration data)", requestId: `seed-${newId()}`, at: new Date() };
  const admin = {
    username: administrator.username,
    email: administrator.email,
    realname: "Ada Administrator",
    role: INTERNAL_ROLE,
    permissions: PERMISSION_CODES,
    passwordHash,
  };
  const others = DEMO_USERS.map(({ hasPassword, ...user }) => ({
    ...user,
    email: `${user.username}@dailies.test`,
    passwordHash: hasPassword ? passwordHash : null,
  }));
  let created = 0;
  for (const user of [admin, ...others]) created += Number("id" in (await provisionUser(db, user, by)));
  process.stdout.write(`seeded ${created} new users; those with a password have the administrator's\n`);
} finally {
  await close();
}
