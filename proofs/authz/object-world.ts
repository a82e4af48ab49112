import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type App, createApp } from "../../apps/server/src/app.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import { createSettingsReader } from "../../apps/server/src/features/settings/index.ts";
import { collectCspViolations } from "../../apps/server/src/features/system/index.ts";
import { RequestMetrics } from "../../apps/server/src/http/observability/request-metrics.ts";
import { createDatabase, type Db } from "../../apps/server/src/platform/db/database.ts";
import { openLog } from "../../apps/server/src/platform/observability/log.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";
import { insertClusterJob } from "./cluster-world.ts";
import { insertServices } from "./inference-service-world.ts";
import { makeLabelTask } from "./label-world.ts";
import { insertPackage } from "./package-world.ts";
import { aPerson, insertPeople, type Person } from "./principals.ts";

/** Relations to an object: its owner, and three others with more or fewer rights. */
export const STANDPOINTS = ["owner", "colleague", "outsider", "manager"] as const;
export type Standpoint = (typeof STANDPOINTS)[number];
/** Two more, for the rules that name them: an external holder of USE_VERSION_1_0, and a user manager without further codes. */
export const FURTHER_STANDPOINTS = ["partner", "steward"] as const;
export type FurtherStandpoint = (typeof FURTHER_STANDPOINTS)[number];

export interface World {
  readonly http: App["http"];
  readonly people: Readonly<Record<Standpoint | FurtherStandpoint, Person>>;
  /** Objects of the owner. */
  readonly sessionId: string;
  readonly uploadId: string;
  readonly readyAssetId: string;
  readonly uncheckedAssetId: string;
  readonly readySha256: string;
  readonly taskId: string;
  readonly dimensionId: string;
  readonly templateId: string;
  readonly datasetId: string;
  readonly viewerHandleId: string;
  readonly verificationId: string;
  readonly labelTaskId: string;
  readonly labelLeaseId: string;
  readonly packageId: string;
  readonly clusterJobId: string;
  readonly serviceId: string;
  readonly close: () => Promise<void>;
}

const READY_BYTES = 4_096;

const MANAGING = [
  "STATIC_RESOURCE_MANAGE",
  "USER_MANAGE_R",
  "USER_MANAGE_W",
  "USE_VERSION_1_0",
  "ADMIN_MANAGE_R",
] as const;

const makePeople = async (db: Db): Promise<World["people"]> => {
  const people = {
    owner: aPerson("owner", "developer", ["USE_VERSION_1_0"]),
    colleague: aPerson("colleague", "developer", ["USE_VERSION_1_0"]),
    outsider: aPerson("outsider", "partner", []),
    manager: aPerson("manager", "developer", MANAGING),
    partner: aPerson("partner", "partner", ["USE_VERSION_1_0"]),
    steward: aPerson("steward", "developer", ["USER_MANAGE_R", "USER_MANAGE_W"]),
  };
  await insertPeople(db, Object.values(people));
  return people;
};

const insertAsset = async (db: Db, owner: Person, status: "Ready" | "Quarantined"): Promise<[string, Buffer]> => {
  const [id, sha256, now] = [randomUUID(), randomBytes(32), new Date()];
  const common = { mime: "video/mp4", kind: "video", size_bytes: BigInt(READY_BYTES), status };
  await db
    .insertInto("asset")
    .values({ ...common, id, owner_id: owner.id, name: `${status}.mp4`, version: 1, created_at: now, updated_at: now })
    .execute();
  await db
    .insertInto("asset_version")
    .values({
      ...common,
      asset_id: id,
      version: 1,
      sha256,
      bucket: "assets",
      object_key: `media/00/${id}/1-authz`,
      created_at: now,
      created_by: owner.username,
    })
    .execute();
  return [id, sha256];
};

const openUpload = async (http: App["http"], { token }: Person): Promise<string> => {
  const query = "name=large.mp4&mime=video%2Fmp4&size=104857600";
  const reply = await http.inject({
    url: `/api_v1/asset/generate_upload_info?${query}`,
    headers: { cookie: `__Host-sid=${token}`, "sec-fetch-site": "same-origin" },
  });
  if (reply.statusCode !== 200) throw new Error(`the owner's upload was not opened: ${reply.body}`);
  return reply.json<{ asset_id: string }>().asset_id;
};

const makeTask = async (http: App["http"], { token }: Person): Promise<string> => {
  const reply = await http.inject({
    method: "POST",
    url: "/api_v1/task/create",
    headers: { cookie: `__Host-sid=${token}`, "sec-fetch-site": "same-origin" },
    payload: { kind: "Benchmark", name: "The owner's", request_key: randomUUID() },
  });
  if (reply.statusCode !== 200) throw new Error(`the owner's task was not made: ${reply.body}`);
  return reply.json<{ id: string }>().id;
};

/** A template with one question, both of the owner. */
const makeTemplate = async (http: App["http"], owner: Person): Promise<{ dimensionId: string; templateId: string }> => {
  const make = async (path: string, payload: object): Promise<string> => {
    const reply = await http.inject({
      method: "POST",
      url: `/api_v1/dimension/${path}`,
      payload: { ...payload, request_key: randomUUID() },
      headers: { cookie: `__Host-sid=${owner.token}`, "sec-fetch-site": "same-origin" },
    });
    if (reply.statusCode !== 200) throw new Error(`the owner's template was not made: ${reply.body}`);
    return reply.json<{ id: string }>().id;
  };
  const dimensionId = await make("create", { key: "authz", name: "Authz", field: { type: "boolean" } });
  const entry = { dimension_id: dimensionId, dimension_version: 1, weight: 1, is_required: true };
  return { dimensionId, templateId: await make("template/create", { name: "Authz", items: [entry] }) };
};

/** Registered but never read: who may change it does not depend on its content. */
const insertDataset = async (db: Db, owner: Person): Promise<string> => {
  const [profileId, id, at] = [randomUUID(), randomUUID(), new Date()];
  const made = { request_key: randomUUID(), created_at: at, updated_at: at };
  const position = { endpoint: "https://s3.example.com", region: "us-east-1", bucket: "authz-example", prefix: "" };
  await db
    .insertInto("storage_profile")
    .values({ ...made, ...position, id: profileId, name: "Authz", is_path_style: true, created_by: owner.username })
    .execute();
  const about = { name: "The owner's", description: "", kind: "MDS", layout: "plain", status: "Failed" };
  await db
    .insertInto("dataset")
    .values({ ...made, ...about, id, uri: "s3://authz-example/", profile_id: profileId, owner_id: owner.id })
    .execute();
  return id;
};

/** A dataset that the owner opened and verified completely. */
const insertViewed = async (db: Db, owner: Person, datasetId: string) => {
  const [viewerHandleId, verificationId, at] = [randomUUID(), randomUUID(), new Date()];
  const { profile_id, uri } = await db
    .selectFrom("dataset")
    .select(["profile_id", "uri"])
    .where("id", "=", datasetId)
    .executeTakeFirstOrThrow();
  const set = { profile_id, uri };
  await db
    .insertInto("viewer_handle")
    .values({ ...set, id: viewerHandleId, user_id: owner.id, format: "MDS", samples: 1n, opened_at: at })
    .execute();
  await db
    .insertInto("viewer_verification")
    .values({
      ...set,
      id: verificationId,
      handle: viewerHandleId,
      index_tag: "authz",
      decodes_samples: true,
      status: "Finished",
      shards_total: 0,
      request_key: randomUUID(),
      started_by: owner.id,
      started_at: at,
      finished_at: at,
    })
    .execute();
  return { viewerHandleId, verificationId };
};

const findSession = async (db: Db, { token }: Person): Promise<string> => {
  const hash = createHash("sha256").update(token).digest();
  return (await db.selectFrom("session").select("id").where("token_hash", "=", hash).executeTakeFirstOrThrow()).id;
};

/** The whole server on its own database, with one object of every owned kind. */
export const openWorld = async (): Promise<World> => {
  const given = readConfig(testEnvironment());
  const { ownerUrl, url: appUrl } = given.database;
  if (ownerUrl === undefined) throw new Error("DAILIES_OWNER_DATABASE_URL is needed to make a database");
  const name = await createMigratedDatabase({ ownerUrl, appUrl });
  const url = withDatabase(appUrl, name);
  const config = { ...given, database: { ...given.database, url }, webRoot: undefined };
  const { db, close } = createDatabase({
    url,
    poolSize: 4,
    applicationName: "dailies-authz",
  });
  const { log } = openLog({ level: "silent", isBuffered: false });
  const settings = createSettingsReader({ db, redisUrl: config.redisUrl, secretKeys: config.secretKeys, log });
  await settings.start();
  const { http } = await createApp({
    config,
    db,
    settings,
    log,
    clock: () => new Date(),
    accessSink: { write: () => undefined },
    metrics: new RequestMetrics(),
    cspViolations: collectCspViolations({ log, clock: () => new Date(), ownOrigin: config.publicOrigin }),
  });
  const people = await makePeople(db);
  const [readyAssetId, sha256] = await insertAsset(db, people.owner, "Ready");
  const datasetId = await insertDataset(db, people.owner);
  const [uncheckedAssetId] = await insertAsset(db, people.owner, "Quarantined");
  return {
    http,
    people,
    sessionId: await findSession(db, people.owner),
    uploadId: await openUpload(http, people.owner),
    readyAssetId,
    uncheckedAssetId,
    readySha256: sha256.toString("hex"),
    taskId: await makeTask(http, people.owner),
    ...(await makeTemplate(http, people.owner)),
    datasetId,
    ...(await insertViewed(db, people.owner, datasetId)),
    ...(await makeLabelTask({ http, db }, people.owner, datasetId)),
    ...(await insertPackage(db, people.owner, datasetId)),
    ...(await insertClusterJob(db, people.owner)),
    ...(await insertServices(db, people.owner)),
    close: async () => {
      await http.close();
      await settings.close();
      await close();
      await dropDatabase(ownerUrl, name);
    },
  };
};
