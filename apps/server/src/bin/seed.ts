import { INTERNAL_ROLE, PERMISSION_CODES } from "@dailies/contract";
import { readConfig, readReferencePerformer, readSeedAdministrator } from "../config.ts";
import { hashPassword } from "../features/auth/index.ts";
import { provisionDemoTasks, TASK_KIND_ACTS } from "../features/benchmarks/index.ts";
import { announceTask } from "../features/events/index.ts";
import { createPerformerSecretBox, provisionDemoPerformers } from "../features/performers/index.ts";
import { openStorage, provisionOwnProfile } from "../features/storage/index.ts";
import { DEMO_USERS, listUsers, provisionUser } from "../features/users/index.ts";
import { createDatabase } from "../platform/db/database.ts";
import { createOutgoing } from "../platform/http-client/outgoing.ts";
import { newId } from "../platform/ids.ts";
import { openLog } from "../platform/observability/log.ts";
import { programContext } from "../request-context.ts";

const config = readConfig();
if (config.mode === "production") throw new Error("demonstration users are not for production; use the admin command");

const administrator = readSeedAdministrator();
const passwordHash = await hashPassword(administrator.password);
const { db, close } = createDatabase({ url: config.database.url, poolSize: 2, applicationName: "dailies-seed" });
const outgoing = createOutgoing({
  trustedOrigins: config.performerOrigins,
  callerOrigins: config.performerOwnOrigins,
  sockets: config.performerSockets,
});
try {
  const context = programContext("(demonstration data)", `seed-${newId()}`, new Date());
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
  for (const user of [admin, ...others]) created += Number("id" in (await provisionUser(db, user, context)));
  process.stdout.write(`seeded ${created} new users; those with a password have the administrator's\n`);
  const registry = { db, box: createPerformerSecretBox(config.secretKeys), outgoing };
  const performers = await provisionDemoPerformers(registry, context, readReferencePerformer());
  process.stdout.write(`seeded ${performers} new performers\n`);
  const { items } = await listUsers(db, { q: "rita" }, { limit: 1, offset: 0 });
  const tasksDeps = {
    db,
    clock: () => context.at,
    kinds: TASK_KIND_ACTS,
    hasJudgements: async () => false,
    announceTask,
  };
  const [researcher] = items;
  const tasks = researcher ? await provisionDemoTasks(tasksDeps, researcher, context.requestId) : 0;
  process.stdout.write(`seeded ${tasks} new tasks\n`);
  const { s3: own, storageOrigins, secretKeys, queries } = config;
  const { log } = openLog({ level: config.logLevel, isBuffered: false });
  const stores = openStorage({ db, clock: () => context.at, log, own, queries, storageOrigins, secretKeys });
  const profiles = await provisionOwnProfile(stores, context);
  await stores.close();
  process.stdout.write(`seeded ${Number(profiles)} new storage profiles\n`);
} finally {
  outgoing.close();
  await close();
}
