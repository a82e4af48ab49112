import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { testEnvironment } from "./testing/environment.ts";

const ENVIRONMENT: NodeJS.ProcessEnv = {
  DAILIES_MODE: "production",
  DAILIES_HTTP_PORT: "1",
  DAILIES_OPS_PORT: "2",
  DAILIES_WORKER_OPS_PORT: "3",
  DAILIES_PUBLIC_ORIGIN: "https://dailies.example.org",
  DAILIES_DATABASE_URL: "postgres://database.invalid/dailies",
  DAILIES_REDIS_URL: "redis://redis.invalid",
  DAILIES_S3_ENDPOINT: "https://storage.example.org",
  DAILIES_S3_REGION: "none",
  DAILIES_S3_ACCESS_KEY_ID: "none",
  DAILIES_S3_SECRET_ACCESS_KEY: "none",
  DAILIES_S3_ASSETS_BUCKET: "none",
  DAILIES_TEMPORAL_ADDRESS: "temporal.invalid:1",
  DAILIES_TEMPORAL_NAMESPACE: "none",
  DAILIES_SMTP_URL: "smtp://mail.invalid",
  DAILIES_MAIL_FROM: "nobody@mail.invalid",
  DAILIES_SECRET_KEY: Buffer.alloc(32).toString("base64"),
};

/** The lines after the first one of what the process prints before it exits. */
const faultsOf = (change: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig({ ...ENVIRONMENT, ...change });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split("\n").slice(1);
  }
};

describe("the configuration of a production", () => {
  it("takes addresses that browsers reach by https", () => {
    expect(faultsOf({ DAILIES_EXTRA_ORIGINS: "https://dailies.example.net, https://localhost:1" })).toEqual([]);
  });

  it.each([
    [{ DAILIES_PUBLIC_ORIGIN: "http://dailies.example.org" }, "DAILIES_PUBLIC_ORIGIN: browsers reach http://dailies"],
    [{ DAILIES_PUBLIC_ORIGIN: "http://127.0.0.1.example.org" }, "DAILIES_PUBLIC_ORIGIN: browsers reach http://127"],
    [
      { DAILIES_EXTRA_ORIGINS: "https://a.example,http://10.0.0.7:80" },
      "DAILIES_EXTRA_ORIGINS: browsers reach http://10",
    ],
    [{ DAILIES_S3_ENDPOINT: "http://minio:9000" }, "DAILIES_S3_PUBLIC_ENDPOINT: browsers reach http://minio:9000"],
    [
      { DAILIES_S3_PUBLIC_ENDPOINT: "http://files.example.org" },
      "DAILIES_S3_PUBLIC_ENDPOINT: browsers reach http://files",
    ],
  ])("refuses plain HTTP to another machine: %j", (change, fault) => {
    expect(faultsOf(change)).toEqual([expect.stringContaining(fault)]);
  });

  it("may reach storage by HTTP itself when browsers have another address for it", () => {
    const change = {
      DAILIES_S3_ENDPOINT: "http://minio:9000",
      DAILIES_S3_PUBLIC_ENDPOINT: "https://files.example.org",
    };
    expect(faultsOf(change)).toEqual([]);
  });

  it.each(["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])(
    "may be plain HTTP on the own machine, as proofs and benches start it: %s",
    (origin) => {
      const change = { DAILIES_PUBLIC_ORIGIN: origin, DAILIES_EXTRA_ORIGINS: origin, DAILIES_S3_ENDPOINT: origin };
      expect(faultsOf(change)).toEqual([]);
    },
  );

  it("is told every fault at once, also plain HTTP beside a missing value", () => {
    const faults = faultsOf({ DAILIES_SMTP_URL: undefined, DAILIES_PUBLIC_ORIGIN: "http://dailies.example.org" });
    expect(faults.map((fault) => fault.trim().split(":")[0])).toEqual(["DAILIES_SMTP_URL", "DAILIES_PUBLIC_ORIGIN"]);
  });

  it("has origins for its public addresses", () => {
    expect(faultsOf({ DAILIES_PUBLIC_ORIGIN: "ftp://dailies.example.org" })).toHaveLength(1);
    expect(faultsOf({ DAILIES_EXTRA_ORIGINS: "dailies.example.org" })).toHaveLength(1);
  });
});

describe("a process whose user has no name", () => {
  const NOBODYS_ID = 54_321;
  const READ = `if (process.getuid() === 0) process.seteuid(${NOBODYS_ID});
    const { readConfig } = await import(process.argv[1]);
    process.stdout.write(readConfig(JSON.parse(process.argv[2])).viewer.folder);`;

  it("reads its configuration, as in a container that Kubernetes runs as any number", async () => {
    const module = new URL("./config.ts", import.meta.url).href;
    const args = ["--input-type=module", "--eval", READ, module, JSON.stringify(ENVIRONMENT)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const id = process.getuid?.() === 0 ? NOBODYS_ID : process.getuid?.();
    expect(stdout).toBe(join(tmpdir(), `dailies-viewer-${id}`));
  });
});

describe("a variable in a file, as a secret manager hands it out", () => {
  const folder = mkdtempSync(join(tmpdir(), "config-test-"));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));
  const KEY = Buffer.alloc(32, 7).toString("base64");

  it("is read from there, without the line break at its end", () => {
    const change = {
      DAILIES_SECRET_KEY: undefined,
      DAILIES_SECRET_KEY_FILE: file("key", `${KEY}\n`),
      DAILIES_REDIS_URL: undefined,
      DAILIES_REDIS_URL_FILE: file("redis", "redis://:s3cret@redis.invalid\n"),
    };
    const config = readConfig({ ...ENVIRONMENT, ...change });
    expect(config.secretKeys.current.bytes).toEqual(Buffer.alloc(32, 7));
    expect(config.redisUrl).toBe("redis://:s3cret@redis.invalid");
  });

  it("is refused when there is no such file, and when the variable is set besides", () => {
    const gone = { DAILIES_SECRET_KEY: undefined, DAILIES_SECRET_KEY_FILE: join(folder, "gone") };
    expect(faultsOf(gone)[0]).toMatch(/^ {2}DAILIES_SECRET_KEY_FILE: ENOENT/);
    expect(faultsOf({ DAILIES_SECRET_KEY_FILE: file("other", KEY) })).toEqual([
      "  DAILIES_SECRET_KEY_FILE: it is set besides",
    ]);
  });

  it("is checked like one in the environment", () => {
    const change = { DAILIES_SECRET_KEY: undefined, DAILIES_SECRET_KEY_FILE: file("short", "c2hvcnQ=") };
    expect(faultsOf(change)).toEqual(["  DAILIES_SECRET_KEY: needs at least 32 bytes"]);
  });
});

describe("a private origin of performers", () => {
  it("is for all of them, or for the one whose name follows", () => {
    const listed = "http://gpu-7:8000, http://gpu-8:8000=Wan = local ,https://gpu-9";
    expect(readConfig({ ...ENVIRONMENT, DAILIES_PERFORMER_ORIGINS: listed })).toMatchObject({
      performerOrigins: ["http://gpu-7:8000", "https://gpu-9"],
      performerOwnOrigins: [{ origin: "http://gpu-8:8000", caller: "Wan = local" }],
    });
  });

  it.each(["http://gpu-7:8000=", "gpu-7=Wan", "ftp://gpu-7=Wan"])("is refused as %j", (listed) => {
    expect(faultsOf({ DAILIES_PERFORMER_ORIGINS: listed })).toEqual([
      expect.stringContaining("DAILIES_PERFORMER_ORIGINS"),
    ]);
  });
});

it("development uses plain HTTP wherever it likes", () => {
  expect(faultsOf({ DAILIES_MODE: "development", DAILIES_PUBLIC_ORIGIN: "http://10.0.0.7:8080" })).toEqual([]);
});

const relyingPartyAt = (publicOrigin: string, extraOrigins = "") =>
  readConfig({ ...testEnvironment(), DAILIES_PUBLIC_ORIGIN: publicOrigin, DAILIES_EXTRA_ORIGINS: extraOrigins })
    .relyingParty;

describe("the relying party of passkeys", () => {
  it("is the host of the public origin, and accepts its pages and those of the further origins only", () => {
    expect(relyingPartyAt("https://dailies.example.org/", "https://live.dailies.example.org")).toEqual({
      id: "dailies.example.org",
      origins: ["https://dailies.example.org", "https://live.dailies.example.org"],
    });
    expect(relyingPartyAt("https://dailies.example.org:8443")).toEqual({
      id: "dailies.example.org",
      origins: ["https://dailies.example.org:8443"],
    });
  });

  it("is localhost on the loopback, because an IP address can be none", () => {
    expect(relyingPartyAt("http://127.0.0.1:20200")).toEqual({
      id: "localhost",
      origins: ["http://127.0.0.1:20200", "http://localhost:20200"],
    });
  });
});

describe("the configuration of single sign-on", () => {
  const PROVIDER = {
    DAILIES_OIDC_ISSUER: "https://id.example.org",
    DAILIES_OIDC_CLIENT_ID: "dailies",
    DAILIES_OIDC_CLIENT_SECRET: "canary",
  };

  const LARK = {
    ...PROVIDER,
    DAILIES_OIDC_ISSUER: undefined,
    DAILIES_LARK_SIGN_ON: "true",
    DAILIES_LARK_APP_ID: "cli_1",
    DAILIES_LARK_APP_SECRET: "canary",
  };

  it("takes Feishu instead, and makes no accounts for it", () => {
    expect(readConfig({ ...ENVIRONMENT, ...LARK }).signOn).toMatchObject({
      issuer: "https://accounts.feishu.cn",
      clientId: "cli_1",
      larkApiUrl: "https://open.feishu.cn",
      newAccounts: "off",
    });
  });

  it("is off without an issuer, and then needs nothing", () => {
    expect(readConfig(ENVIRONMENT).signOn).toBeUndefined();
  });

  it("takes a provider, and makes no accounts and gives no codes unless told to", () => {
    expect(readConfig({ ...ENVIRONMENT, ...PROVIDER }).signOn).toMatchObject({
      issuer: "https://id.example.org",
      newAccounts: "off",
      codesByGroup: new Map(),
      scopes: "openid email profile",
    });
    const mapped = { ...PROVIDER, DAILIES_OIDC_GROUP_CODES: '{"/leads":["USE_VERSION_1_0"]}' };
    expect(readConfig({ ...ENVIRONMENT, ...mapped }).signOn?.codesByGroup.get("/leads")).toEqual(["USE_VERSION_1_0"]);
  });

  it.each([
    ["DAILIES_OIDC_CLIENT_SECRET", { DAILIES_OIDC_CLIENT_SECRET: undefined }],
    ["DAILIES_OIDC_CLIENT_ID", { DAILIES_OIDC_CLIENT_ID: undefined }],
    ["DAILIES_OIDC_ISSUER", { DAILIES_OIDC_ISSUER: "http://id.example.org" }],
    ["DAILIES_OIDC_DOMAINS", { DAILIES_OIDC_NEW_ACCOUNTS: "domain" }],
    ["DAILIES_OIDC_GROUP_CODES", { DAILIES_OIDC_GROUP_CODES: "leads=USE_VERSION_1_0" }],
    ["DAILIES_OIDC_GROUP_CODES", { DAILIES_OIDC_GROUP_CODES: '{"leads":["*"]}' }],
    ["DAILIES_OIDC_SCOPES", { DAILIES_OIDC_SCOPES: "email" }],
    ["DAILIES_LARK_APP_ID", { ...LARK, DAILIES_LARK_APP_ID: undefined }],
    ["DAILIES_OIDC_ISSUER", { ...LARK, DAILIES_OIDC_ISSUER: "https://id.example.org" }],
    ["DAILIES_OIDC_NEW_ACCOUNTS", { ...LARK, DAILIES_OIDC_NEW_ACCOUNTS: "group" }],
    ["DAILIES_LARK_BASE_URL", { ...LARK, DAILIES_LARK_BASE_URL: "http://open.example.org" }],
    ["DAILIES_LARK_ACCOUNTS_URL", { ...LARK, DAILIES_LARK_ACCOUNTS_URL: "http://accounts.example.org" }],
    ["DAILIES_SCIM_TOKEN", { DAILIES_SCIM_TOKEN: `canary-${"x".repeat(24)}` }],
    ["DAILIES_SCIM_TOKEN", { DAILIES_SCIM_TOKEN: `canary ${"x".repeat(32)}` }],
  ])("names %s when it is wrong, and repeats no secret", (name, change) => {
    const faults = faultsOf({ ...PROVIDER, ...change });
    expect(faults.join("\n")).toContain(name);
    expect(faults.join("\n")).not.toContain("canary");
  });
});
