import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { list } from "./comma-list.ts";
import { secretKeysOf } from "./platform/crypto/secret-keys.ts";
import { isLoopbackOrigin } from "./platform/loopback.ts";
import { signOnFaults, signOnOf, signOnVariables } from "./sign-on-environment.ts";

const port = z.coerce.number().int().min(1).max(65_535);
const STRIPE_URL = "https://api.stripe.com";
/** Unix sockets of this machine, each written as `origin=path`. */
const originSockets = list
  .pipe(z.array(z.string().regex(/^https?:\/\/[\w.:-]+=\/.+$/, "write it as http://name=/path/of/the.sock")))
  .transform((pairs) =>
    pairs.map((pair) => {
      const [origin = "", ...path] = pair.split("=");
      return { origin, path: path.join("=") };
    }),
  )
  .default([]);
/** Each an exact origin, or `origin=name` for one caller only. */
const callerOrigins = list
  .pipe(
    z.array(
      z
        .string()
        .transform((item) => {
          const [origin = "", ...name] = item.split("=");
          return { origin, caller: name.length === 0 ? null : name.join("=").trim() };
        })
        .pipe(
          z.object({
            origin: z.url({ protocol: /^https?$/ }),
            caller: z.string().min(1, "write a name after the equals sign").nullable(),
          }),
        ),
    ),
  )
  .default([]);
/** By number, because the user may have no name: Kubernetes may run a container as any number. */
const ownTemporaryFolder = (name: string): string => join(tmpdir(), `dailies-${name}-${process.geteuid?.() ?? "user"}`);
const secretKey = z.base64().refine((key) => Buffer.from(key, "base64").length >= 32, "needs at least 32 bytes");

const environment = z.object({
  DAILIES_MODE: z.enum(["development", "test", "production"]),
  DAILIES_HTTP_HOST: z.string().default("127.0.0.1"),
  DAILIES_HTTP_PORT: port,
  DAILIES_OPS_HOST: z.string().default("127.0.0.1"),
  DAILIES_OPS_PORT: port,
  DAILIES_WORKER_OPS_PORT: port,
  DAILIES_PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }),
  DAILIES_EXTRA_ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ }))).default([]),
  /** Networks of our reverse proxies; only they may set the client's address. */
  DAILIES_TRUSTED_PROXIES: list.default([]),
  DAILIES_WEB_ROOT: z.string().optional(),
  DAILIES_DATABASE_URL: z.url(),
  DAILIES_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DAILIES_OWNER_DATABASE_URL: z.url().optional(),
  DAILIES_REDIS_URL: z.url(),
  DAILIES_S3_ENDPOINT: z.url(),
  /** The endpoint for browsers, if it differs from ours. */
  DAILIES_S3_PUBLIC_ENDPOINT: z.url().optional(),
  DAILIES_S3_REGION: z.string(),
  DAILIES_S3_ACCESS_KEY_ID: z.string(),
  DAILIES_S3_SECRET_ACCESS_KEY: z.string(),
  DAILIES_S3_ASSETS_BUCKET: z.string(),
  /** Holds item tables and the demo datasets. */
  DAILIES_S3_DATASETS_BUCKET: z.string().default("datasets"),
  /** Further buckets of the same store that storage profiles may name. */
  DAILIES_S3_PROFILE_BUCKETS: list.default([]),
  /** The role from which temporary credentials are derived; without it storage issues none. */
  DAILIES_S3_ROLE_ARN: z.string().optional(),
  /** Where the worker stores a file while it is checked; needs space for a few of the largest. */
  DAILIES_MEDIA_FOLDER: z.string().default(ownTemporaryFolder("media")),
  /** Replicas of item tables for searching; on a local disk, worth keeping over a restart. */
  DAILIES_REPLICA_FOLDER: z.string().default(ownTemporaryFolder("replicas")),
  /** Ten million items take about 0.7 GB; the least recently used replicas are evicted. */
  DAILIES_REPLICA_DISK_MEGABYTES: z.coerce.number().int().min(64).default(20_480),
  /** For searches and for the row lists behind pagination. */
  DAILIES_REPLICA_MEMORY_MEGABYTES: z.coerce.number().int().min(256).default(1_024),
  /** For a process that reads files of a source; one that searches replicas may use twice their memory besides. */
  DAILIES_QUERY_MEMORY_MEGABYTES: z.coerce.number().int().min(512).default(1_024),
  DAILIES_REPLICA_LIST_MEGABYTES: z.coerce.number().int().min(16).default(256),
  DAILIES_REPLICA_THREADS: z.coerce.number().int().min(1).max(64).default(2),
  /** Where the viewer keeps decompressed shards, and their size limit. */
  DAILIES_VIEWER_FOLDER: z.string().default(ownTemporaryFolder("viewer")),
  DAILIES_VIEWER_DISK_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(4 * 1024 ** 3),
  /** For the indexes of opened sets; one with 100,000 shards takes about 12 MB. */
  DAILIES_VIEWER_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .min(1_048_576)
    .default(256 * 1024 ** 2),
  DAILIES_TEMPORAL_ADDRESS: z.string(),
  DAILIES_TEMPORAL_NAMESPACE: z.string(),
  /** Workers poll one queue only: installations that share a namespace need different names. */
  DAILIES_TASK_QUEUE: z.string().min(1).default("dailies"),
  DAILIES_SMTP_URL: z.url(),
  DAILIES_MAIL_FROM: z.string(),
  DAILIES_SECRET_KEY: secretKey,
  /** Keys that decrypt but encrypt nothing: the next one and the former one during a rotation. */
  DAILIES_ADDITIONAL_SECRET_KEYS: list.pipe(z.array(secretKey)).default([]),
  /** Where the backup of objects is stored; not on the machines that it is a backup of. */
  DAILIES_BACKUP_FOLDER: z.string().min(1).optional(),
  DAILIES_BACKUP_KEY: secretKey.optional(),
  DAILIES_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
  DAILIES_OTLP_ENDPOINT: z.url().optional(),
  DAILIES_TRACE_RATIO: z.coerce.number().min(0).max(1).default(0.05),
  /** Performers at private addresses that may be called: exact origins, each for all performers or for the named one. */
  DAILIES_PERFORMER_ORIGINS: callerOrigins,
  /** Performers behind a Unix socket of this machine, such as services of a Ray cluster in a namespace of its own. */
  DAILIES_PERFORMER_SOCKETS: originSockets,
  /** Private dataset stores that may be read, as exact origins. */
  DAILIES_STORAGE_ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ }))).default([]),
  /** Ray clusters at private addresses that may be polled, as exact origins. */
  DAILIES_CLUSTER_ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ }))).default([]),
  /** Ray clusters behind a Unix socket of this machine, as `origin=path`. */
  DAILIES_CLUSTER_SOCKETS: originSockets,
  /** MLflow servers at private addresses whose runs may be copied, as exact origins. */
  DAILIES_RUN_SOURCE_ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ }))).default([]),
  /** Whether indexing reads the header of every clip; without it durations and sizes come from the dataset itself. */
  DAILIES_INDEX_MEDIA: z.stringbool().default(true),
  /** Samples read, held in memory and staged at a time; defaults to 10,000 with headers and 50,000 without. */
  DAILIES_INDEX_PART_SAMPLES: z.coerce.number().int().min(10).max(200_000).optional(),
  /** Stripe webhook secrets; two during a rotation, none where Stripe is not used. */
  DAILIES_STRIPE_WEBHOOK_SECRETS: list.default([]),
  /** Lets the worker end subscriptions at Stripe; a restricted key that may write subscriptions is enough. */
  DAILIES_STRIPE_API_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, "needs a secret or restricted key of Stripe, which starts with sk_ or rk_")
    .optional(),
  DAILIES_STRIPE_BASE_URL: z.url({ protocol: /^https?$/ }).default(STRIPE_URL),
  /** A Feishu or Lark app that may write to bases; without both values the export is disabled. */
  DAILIES_LARK_APP_ID: z.string().min(1).optional(),
  DAILIES_LARK_APP_SECRET: z.string().min(1).optional(),
  DAILIES_LARK_BASE_URL: z.url({ protocol: /^https?$/ }).default("https://open.feishu.cn"),
  ...signOnVariables,
  DAILIES_COMMIT: z.string().default("unknown"),
  /** Failed sign-ins allowed in fifteen minutes; a large office behind one address may need more. */
  DAILIES_FAILURES_PER_ACCOUNT: z.coerce.number().int().min(1).default(10),
  DAILIES_FAILURES_PER_NETWORK: z.coerce.number().int().min(1).default(10),
});

export type Environment = z.output<typeof environment>;

export class ConfigError extends Error {}

/** Reads the environment once and reports all faults together. Nothing else in the server reads it. */
export const readConfig = (given: NodeJS.ProcessEnv = process.env) => {
  const { source, faults: fileFaults } = withFiles(given);
  const { data, error } = environment.safeParse(source);
  const faults = [
    ...fileFaults,
    ...(error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    ...plainHttpFaults(source),
    ...signOnFaults(source),
  ];
  if (data === undefined || faults.length > 0) {
    throw new ConfigError(`the environment is not usable:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  }
  return toConfig(data);
};

/**
 * A secret manager hands out secrets as files: each variable may instead be the content of the file that NAME_FILE names, so
 * that it is in no environment, which child processes and crash reports would show.
 */
const withFiles = (given: NodeJS.ProcessEnv): { source: NodeJS.ProcessEnv; faults: string[] } => {
  const source = { ...given };
  const faults: string[] = [];
  for (const name of Object.keys(environment.shape)) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    try {
      if (given[name] !== undefined) throw new Error("it is set besides");
      source[name] = readFileSync(file, "utf8").trimEnd();
    } catch (error) {
      faults.push(`${name}_FILE: ${error instanceof Error ? error.message : "it cannot be read"}`);
    }
  }
  return { source, faults };
};

const reachedByBrowsers = environment.pick({
  DAILIES_PUBLIC_ORIGIN: true,
  DAILIES_EXTRA_ORIGINS: true,
  DAILIES_S3_ENDPOINT: true,
  DAILIES_S3_PUBLIC_ENDPOINT: true,
});

/** In production browsers use TLS for everything. Only on the same machine nobody can listen, as for a proof or a bench. */
const plainHttpFaults = (source: NodeJS.ProcessEnv): string[] => {
  const { data } = reachedByBrowsers.safeParse(source);
  if (source.DAILIES_MODE !== "production" || data === undefined) return [];
  const addresses: [name: string, address: string][] = [
    ["DAILIES_PUBLIC_ORIGIN", data.DAILIES_PUBLIC_ORIGIN],
    ...data.DAILIES_EXTRA_ORIGINS.map((origin): [string, string] => ["DAILIES_EXTRA_ORIGINS", origin]),
    ["DAILIES_S3_PUBLIC_ENDPOINT", data.DAILIES_S3_PUBLIC_ENDPOINT ?? data.DAILIES_S3_ENDPOINT],
  ];
  return addresses
    .filter(([, address]) => new URL(address).protocol !== "https:" && !isLoopbackOrigin(address))
    .map(([name, address]) => `${name}: browsers reach ${new URL(address).origin} in production, so it must be https`);
};

const toConfig = (env: Environment) => ({
  mode: env.DAILIES_MODE,
  commit: env.DAILIES_COMMIT,
  http: { host: env.DAILIES_HTTP_HOST, port: env.DAILIES_HTTP_PORT, trustedProxies: env.DAILIES_TRUSTED_PROXIES },
  ops: { host: env.DAILIES_OPS_HOST, port: env.DAILIES_OPS_PORT, workerPort: env.DAILIES_WORKER_OPS_PORT },
  publicOrigin: new URL(env.DAILIES_PUBLIC_ORIGIN).origin,
  extraOrigins: env.DAILIES_EXTRA_ORIGINS,
  relyingParty: relyingPartyOf(env),
  webRoot: env.DAILIES_WEB_ROOT,
  database: {
    url: env.DAILIES_DATABASE_URL,
    poolSize: env.DAILIES_DATABASE_POOL,
    ownerUrl: env.DAILIES_OWNER_DATABASE_URL,
  },
  redisUrl: env.DAILIES_REDIS_URL,
  s3: {
    endpoint: env.DAILIES_S3_ENDPOINT,
    publicEndpoint: env.DAILIES_S3_PUBLIC_ENDPOINT ?? env.DAILIES_S3_ENDPOINT,
    region: env.DAILIES_S3_REGION,
    accessKeyId: env.DAILIES_S3_ACCESS_KEY_ID,
    secretAccessKey: env.DAILIES_S3_SECRET_ACCESS_KEY,
    assetsBucket: env.DAILIES_S3_ASSETS_BUCKET,
    datasetsBucket: env.DAILIES_S3_DATASETS_BUCKET,
    profileBuckets: env.DAILIES_S3_PROFILE_BUCKETS,
    roleArn: env.DAILIES_S3_ROLE_ARN,
  },
  mediaFolder: env.DAILIES_MEDIA_FOLDER,
  replica: {
    folder: env.DAILIES_REPLICA_FOLDER,
    diskBytes: env.DAILIES_REPLICA_DISK_MEGABYTES * 1024 ** 2,
    memoryBytes: env.DAILIES_REPLICA_MEMORY_MEGABYTES * 1024 ** 2,
    listBytes: env.DAILIES_REPLICA_LIST_MEGABYTES * 1024 ** 2,
    threads: env.DAILIES_REPLICA_THREADS,
  },
  queries: queryLimitsOf(env),
  viewer: {
    folder: env.DAILIES_VIEWER_FOLDER,
    diskBytes: env.DAILIES_VIEWER_DISK_BYTES,
    memoryBytes: env.DAILIES_VIEWER_MEMORY_BYTES,
  },
  temporal: {
    address: env.DAILIES_TEMPORAL_ADDRESS,
    namespace: env.DAILIES_TEMPORAL_NAMESPACE,
    taskQueue: env.DAILIES_TASK_QUEUE,
  },
  smtp: { url: env.DAILIES_SMTP_URL, from: env.DAILIES_MAIL_FROM },
  secretKeys: secretKeysOf(
    Buffer.from(env.DAILIES_SECRET_KEY, "base64"),
    env.DAILIES_ADDITIONAL_SECRET_KEYS.map((key) => Buffer.from(key, "base64")),
  ),
  backup: backupOf(env),
  performerOrigins: env.DAILIES_PERFORMER_ORIGINS.flatMap(({ origin, caller }) => (caller === null ? origin : [])),
  performerOwnOrigins: env.DAILIES_PERFORMER_ORIGINS.flatMap(({ origin, caller }) =>
    caller === null ? [] : { origin, caller },
  ),
  performerSockets: env.DAILIES_PERFORMER_SOCKETS,
  storageOrigins: env.DAILIES_STORAGE_ORIGINS,
  clusters: {
    trustedOrigins: env.DAILIES_CLUSTER_ORIGINS,
    sockets: env.DAILIES_CLUSTER_SOCKETS,
  },
  runSourceOrigins: env.DAILIES_RUN_SOURCE_ORIGINS,
  indexesMedia: env.DAILIES_INDEX_MEDIA,
  indexPartSamples: env.DAILIES_INDEX_PART_SAMPLES,
  stripeSecrets: env.DAILIES_STRIPE_WEBHOOK_SECRETS,
  stripe: stripeOf(env),
  lark: larkOf(env),
  signOn: signOnOf(env),
  scimToken: env.DAILIES_SCIM_TOKEN,
  logLevel: env.DAILIES_LOG_LEVEL,
  tracing: { endpoint: env.DAILIES_OTLP_ENDPOINT, ratio: env.DAILIES_TRACE_RATIO },
  signInLimits: { perAccount: env.DAILIES_FAILURES_PER_ACCOUNT, perNetwork: env.DAILIES_FAILURES_PER_NETWORK },
});

/** Searching and copying may happen at the same time, each within the memory of replicas. */
const queryLimitsOf = (env: Environment) => {
  const sourceMemoryBytes = env.DAILIES_QUERY_MEMORY_MEGABYTES * 1024 ** 2;
  return {
    sourceMemoryBytes,
    itemMemoryBytes: sourceMemoryBytes + 2 * env.DAILIES_REPLICA_MEMORY_MEGABYTES * 1024 ** 2,
  };
};

/**
 * Passkeys belong to the host of the public origin. Browsers make none for an IP address: an installation on the loopback has
 * them at `localhost`.
 */
const relyingPartyOf = ({ DAILIES_PUBLIC_ORIGIN: publicUrl, DAILIES_EXTRA_ORIGINS: extraOrigins }: Environment) => {
  const { hostname, origin, port } = new URL(publicUrl);
  const origins = [origin, ...extraOrigins];
  if (hostname !== "127.0.0.1") return { id: hostname, origins };
  return { id: "localhost", origins: [...origins, `http://localhost:${port}`] };
};

/** Stripe's own host must resolve to a public address; only another one may be on a private network, such as a test server. */
const stripeOf = ({ DAILIES_STRIPE_API_KEY: apiKey, DAILIES_STRIPE_BASE_URL: baseUrl }: Environment) =>
  apiKey === undefined ? undefined : { apiKey, baseUrl, isTrusted: new URL(baseUrl).origin !== STRIPE_URL };

const backupOf = ({ DAILIES_BACKUP_FOLDER: folder, DAILIES_BACKUP_KEY: key }: Environment) =>
  folder === undefined || key === undefined ? undefined : { folder, key: Buffer.from(key, "base64") };

const larkOf = ({
  DAILIES_LARK_APP_ID: appId,
  DAILIES_LARK_APP_SECRET: appSecret,
  DAILIES_LARK_BASE_URL: baseUrl,
}: Environment) => (appId === undefined || appSecret === undefined ? undefined : { appId, appSecret, baseUrl });

export type Config = ReturnType<typeof toConfig>;

const administrator = z.object({
  DAILIES_ADMIN_USERNAME: z.string().min(1),
  DAILIES_ADMIN_EMAIL: z.email(),
  DAILIES_ADMIN_PASSWORD: z.string().min(12),
});

const referencePerformer = z.object({
  DAILIES_PERFORMER_URL: z.url().optional(),
  DAILIES_PERFORMER_TOKEN: z.string().min(1).optional(),
  DAILIES_PERFORMER_WEBHOOK_SECRET: z.string().min(1).optional(),
});

/** Where the performer of the demo data listens; nothing else in the server knows one by name. */
export const readReferencePerformer = (source: NodeJS.ProcessEnv = process.env) => {
  const env = referencePerformer.parse(source);
  const secrets = [env.DAILIES_PERFORMER_TOKEN, env.DAILIES_PERFORMER_WEBHOOK_SECRET].filter(
    (part) => part !== undefined,
  );
  return { url: env.DAILIES_PERFORMER_URL, secret: secrets.length > 0 ? secrets.join(" ") : undefined };
};

/** Only the demo data has an administrator password; in production only the owner knows it. */
export const readSeedAdministrator = (source: NodeJS.ProcessEnv = process.env) => {
  const env = administrator.parse(source);
  return { username: env.DAILIES_ADMIN_USERNAME, email: env.DAILIES_ADMIN_EMAIL, password: env.DAILIES_ADMIN_PASSWORD };
};
