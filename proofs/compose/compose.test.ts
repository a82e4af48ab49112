import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../apps/server/src/config.ts";
import { ROOT, readText } from "../../checks/repository.ts";
import { commandsBelow, PAGE } from "./page-commands.ts";

const run = promisify(execFile);

interface Service {
  readonly image: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly stop_grace_period?: string;
  readonly restart?: string;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly { readonly type: string; readonly source: string }[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const text = readText("ops/compose/compose.yaml");
const file = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};
const services = Object.entries(file.services);
const isJob = ([, { restart }]: readonly [string, Service]): boolean => restart === "no";
const page = readText(PAGE);

let folder: string;
const init = (...options: readonly string[]) => run(path.join(folder, "compose/init"), [...options]);
const written = async (name: string): Promise<string> => await readFile(path.join(folder, "compose", name), "utf8");

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "dailies-init-"));
  await cp(path.join(ROOT, "ops/compose/init"), path.join(folder, "compose/init"));
  await cp(path.join(ROOT, "ops/env.sh"), path.join(folder, "env.sh"));
  await init("--username", "ada", "--email", "ada@example.org");
});
afterAll(() => rm(folder, { recursive: true }));

describe("the services of Docker Compose", () => {
  it.each(services)("confine the container %s", (name, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(["ALL"]);
    expect(service.security_opt).toContain("no-new-privileges:true");
    expect(service.mem_limit).toBeDefined();
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.stop_grace_period).toBe("30s");
    expect(service.cap_add ?? []).toEqual(name === "volume-owners" ? ["CHOWN"] : []);
    const isOurs = /DATA|dailies-(?:api|worker)/.test(service.image);
    if (name === "volume-owners") expect([service.user, service.network_mode]).toEqual(["0:0", "none"]);
    else expect(service.user ?? (isOurs ? "1000:1000" : "root")).toMatch(/^(?:999:999|1000:1000)$/);
  });

  it("have a health check if they keep running, and otherwise are waited for", () => {
    const awaited = services.flatMap(([, { depends_on: needs = {} }]) =>
      Object.entries(needs)
        .filter(([, { condition }]) => condition === "service_completed_successfully")
        .map(([name]) => name),
    );
    for (const service of services) {
      const [name, { healthcheck }] = service;
      if (isJob(service)) expect(awaited, name).toContain(name);
      else expect(healthcheck?.test?.length, name).toBeGreaterThan(1);
    }
  });

  it("publish ports on the loopback only, and keep the engines away from other networks", () => {
    const ports = services.flatMap(([, service]) => service.ports ?? []);
    expect(ports).toHaveLength(3);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\$\{[A-Z]+_PORT:-\d+\}:\d+$/);
    expect(file.networks.engines).toEqual({ internal: true });
    for (const name of ["postgres", "redis", "temporal"]) expect(file.services[name]?.networks).toEqual(["engines"]);
  });

  it("take every image from a variable that the page describes", () => {
    for (const [name, { image }] of services) {
      const [, variable = ""] = /^\$\{([A-Z_]+_IMAGE):-[\w./-]+(?::[\w.-]+)?\}$/.exec(image) ?? [];
      expect(page, name).toContain(`\`${variable}\``);
      expect(image).not.toContain(":latest");
    }
  });

  it("run the worker with the seccomp profile of the images", () => {
    expect(file.services.worker?.security_opt).toContain("seccomp=../images/seccomp.json");
  });

  it("apply migrations before the API and the worker start", () => {
    const needs = (name: string): string[] => {
      const own = Object.keys(file.services[name]?.depends_on ?? {});
      return [...own, ...own.flatMap(needs)];
    };
    for (const name of ["api", "worker"]) expect(needs(name)).toContain("migrate");
  });

  it("give the API and the worker settings that the server accepts", () => {
    for (const name of ["api", "worker", "migrate", "administrator"]) {
      const variables = Object.entries(file.services[name]?.environment ?? {}).map(([key, value]): [string, string] => [
        key,
        value
          .replace("/run/secrets", path.join(folder, "compose/secrets"))
          .replaceAll(/\$\{(\w+):[^}]*\}/g, (_, variable: string) =>
            variable.endsWith("FROM") ? "Dailies <a@b.org>" : "",
          ),
      ]);
      const image = { DAILIES_MODE: "production", DAILIES_HTTP_PORT: "8080", DAILIES_OPS_PORT: "9090" };
      const origins = {
        DAILIES_PUBLIC_ORIGIN: "http://127.0.0.1:8080",
        DAILIES_S3_PUBLIC_ENDPOINT: "http://127.0.0.1:8333",
      };
      const given = Object.assign(image, { DAILIES_WORKER_OPS_PORT: "9091" }, Object.fromEntries(variables), origins);
      const config = readConfig(given);
      expect(config.database.url).toMatch(/^postgres:\/\/dailies_app:\w{32}@postgres:5432\/dailies$/);
      expect(config.database.ownerUrl !== undefined).toBe(name === "migrate");
      expect(config.smtp.url).toBe("smtp://mail:1025");
      const known = readText("apps/server/src/config.ts");
      for (const key of Object.keys(given)) expect(known).toContain(`${key.replace(/_FILE$/, "")}:`);
    }
  });

  it("mount only files that there are, and secrets that init writes", async () => {
    const files = services.flatMap(([, { volumes = [] }]) => volumes.filter(({ type }) => type === "bind"));
    for (const { source } of files) await stat(path.join(ROOT, "ops/compose", source));
    const used = new Set(services.flatMap(([, { secrets = [] }]) => secrets));
    expect(used).toEqual(new Set(Object.keys(file.secrets)));
    expect((await readdir(path.join(folder, "compose/secrets"))).sort()).toEqual([...used].sort());
    for (const [name, { file: source }] of Object.entries(file.secrets)) expect(source).toBe(`secrets/${name}`);
  });
});

describe("init", () => {
  it("writes each setting that compose.yaml requires, where only its user can read it", async () => {
    const settings = await written(".env");
    const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    expect(required.size).toBe(5);
    for (const name of required) expect(settings).toMatch(new RegExp(`^${name}='.+'$`, "m"));
    expect(settings).toContain("COMPOSE_PROFILES='mail'");
    const modes = [".env", "secrets"].map(
      async (name) => (await stat(path.join(folder, "compose", name))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o600, 0o700]);
  });

  it("writes secrets that containers with other users can read, each a different one", async () => {
    const names = (await readdir(path.join(folder, "compose/secrets"))).filter((name) => name.endsWith("password"));
    const secrets = await Promise.all(names.map((name) => written(`secrets/${name}`)));
    expect(new Set(secrets).size).toBe(names.length);
    for (const secret of secrets) expect(secret).toMatch(/^\w{32}\n$/);
    for (const name of names) {
      const { mode } = await stat(path.join(folder, "compose/secrets", name));
      expect(mode & 0o777).toBe(0o444);
    }
    JSON.parse(await written("secrets/s3.json"));
    JSON.parse(await written("secrets/iam.json"));
  });

  it("refuses to run twice and changes nothing", async () => {
    const before = await written("secrets/secret_key");
    const second = init("--username", "eve", "--email", "eve@example.org");
    await expect(second).rejects.toThrow("exists already: nothing was changed");
    expect(await written("secrets/secret_key")).toBe(before);
    expect(await written(".env")).toContain("FIRST_ADMINISTRATOR='ada'");
  });

  it.each([
    { reason: "no address", options: ["--username", "ada"] },
    {
      reason: "a mail server without a sender",
      options: ["--username", "a", "--email", "a@b.org", "--smtp", "smtp://m"],
    },
    { reason: "an unknown option", options: ["--username", "a", "--email", "a@b.org", "--force", "yes"] },
  ])("explains its options when it is called with $reason", async ({ options }) => {
    await expect(init(...options)).rejects.toThrow("Usage: ops/compose/init");
  });
});

describe("the page", () => {
  it("installs in three commands that exist", () => {
    const commands = commandsBelow("Install");
    expect(commands).toHaveLength(3);
    expect(commands[0]).toMatch(/^\.\/init --username \w+ --email \S+$/);
    expect(commands[1]).toMatch(/^docker compose build --build-arg BASE=node:24-bookworm-slim@sha256:/);
    expect(commands[2]).toBe("docker compose up --detach --wait");
    expect(commandsBelow("Update")).toEqual(commands.slice(1));
  });

  it("describes each variable that may be added to .env", () => {
    const optional = new Set([...text.matchAll(/\$\{(\w+):-/g)].map(([, name]) => name ?? ""));
    for (const name of optional) expect(page).toContain(`\`${name}\``);
  });

  it("names each option of init and each job", async () => {
    const options = [...readText("ops/compose/init").matchAll(/^ {4}(--[\w-]+)\)/gm)].map(([, option]) => option ?? "");
    expect(options).toHaveLength(6);
    for (const option of options) expect(page).toContain(option);
    for (const [name] of services.filter(isJob)) expect(page).toContain(`\`${name}\``);
  });
});
