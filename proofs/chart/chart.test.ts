import { realpathSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { ROOT, readText } from "../../checks/repository.ts";
import { CHART, EXAMPLE_VALUES, leavesOf, mergeValues, readTemplates, readYaml, type Values } from "./chart-files.ts";

const templates = readTemplates();
const defaults = readYaml(`${CHART}/values.yaml`);
const example = mergeValues(defaults, readYaml(EXAMPLE_VALUES));
const schema = JSON.parse(readText(`${CHART}/values.schema.json`));
const ajv = new Ajv({ allErrors: true, strict: false });
const isValid = ajv.compile(schema);
const faultsOf = (values: Values): string[] =>
  isValid(values) ? [] : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

/** Names of variables as the server declares them. */
const declared = new Set(
  ["config", "sign-on-environment"].flatMap((name) =>
    [...readText(`apps/server/src/${name}.ts`).matchAll(/^ {2}(?<name>DAILIES_[A-Z0-9_]+):/gm)].map(
      (match) => match.groups?.name ?? "",
    ),
  ),
);
/** Not in a cluster: set by the images, for seeds and reference performers, for `backup`, or sockets of one machine. */
const ELSEWHERE =
  /^DAILIES_(?:MODE|COMMIT|WEB_ROOT|(?:HTTP|OPS)_(?:HOST|PORT)|WORKER_OPS_PORT|(?:MEDIA|REPLICA|VIEWER)_FOLDER|ADMIN_.*|BACKUP_.*|PERFORMER_(?:URL|TOKEN|WEBHOOK_SECRET)|\w+_SOCKETS)$/;
const settings: readonly string[] = schema.properties.settings.propertyNames.enum;
const optionalSecrets: readonly string[] = schema.properties.secrets.properties.optional.items.enum;
const inTemplates = new Set([...templates.matchAll(/DAILIES_[A-Z0-9_]+/g)].map(([name]) => name));
// Kubernetes would set it, which a comment says.
inTemplates.delete("DAILIES_API_PORT");

describe("the values of the chart", () => {
  it("are complete with those that have no default", () => {
    expect(faultsOf(example)).toEqual([]);
  });

  it("are refused without them, each by name", () => {
    const faults = faultsOf(defaults).join("\n");
    for (const name of [
      "/images/api/repository",
      "/images/worker/repository",
      "/publicOrigin",
      "/trustedProxies",
      "/engines/temporal/address",
      "/engines/temporal/namespace",
      "/engines/s3/endpoint",
      "/engines/s3/region",
      "/engines/s3/assetsBucket",
      "/engines/mail/from",
    ])
      expect(faults).toContain(`${name} `);
  });

  it("admit no name that the schema does not know, at any depth", () => {
    const open: string[] = [];
    const look = (node: Values, at: string): void => {
      if (node.type === "object" && node.properties !== undefined && node.additionalProperties !== false) open.push(at);
      for (const [key, child] of Object.entries((node.properties ?? {}) as Record<string, Values>))
        look(child, `${at}/${key}`);
    };
    look(schema, "");
    expect(open).toEqual([]);
  });

  it("are all used by a template, and those that templates use all exist", () => {
    for (const leaf of leavesOf(defaults).filter((name) => !name.includes(".resources.")))
      expect(templates, leaf).toContain(`.${leaf.split(".").at(-1)}`);
    for (const { groups } of templates.matchAll(/(?:[.]V|\$v)alues[.](?<name>[\w.]+)/g)) {
      const value = groups?.name
        ?.split(".")
        .reduce<unknown>((node, key) => (node as Values | undefined)?.[key], defaults);
      expect(value, groups?.name).toBeDefined();
    }
  });

  it("contain no secret: only names of Secrets", () => {
    const text = readText(`${CHART}/values.yaml`);
    expect(text).not.toMatch(/(?:password|token|key): *["']?\w{8,}/i);
    for (const name of optionalSecrets) expect(settings).not.toContain(name);
  });
});

describe("the variables of the processes", () => {
  it("exist in the server, wherever the chart names one", () => {
    const unknown = [...inTemplates, ...settings, ...optionalSecrets]
      .map((name) => name.replace(/_FILE$/, ""))
      .filter((name) => !declared.has(name));
    expect(unknown).toEqual([]);
  });

  it("can all be set, so that a new one is given its place in the chart", () => {
    const placed = new Set([...inTemplates, ...settings, ...optionalSecrets]);
    expect([...declared].filter((name) => !placed.has(name) && !ELSEWHERE.test(name))).toEqual([]);
  });

  it("are set in one place each", () => {
    const places = [...settings, ...optionalSecrets, ...inTemplates];
    expect(places.filter((name, at) => places.indexOf(name) !== at)).toEqual([]);
  });
});

describe("the chart", () => {
  it("has the version of the product", () => {
    const { version } = JSON.parse(readText("package.json")) as { version: string };
    const { version: own, appVersion } = readYaml(`${CHART}/Chart.yaml`);
    expect({ own, appVersion }).toEqual({ own: version, appVersion: version });
  });

  it("installs the rules of this repository, not a copy", () => {
    expect(realpathSync(path.join(ROOT, CHART, "files/rules.yml"))).toBe(path.join(ROOT, "ops/monitoring/rules.yml"));
    for (const job of readText("ops/monitoring/rules.yml").matchAll(/job="(?<job>[\w-]+)"/g))
      expect(["dailies-api", "dailies-worker"]).toContain(job.groups?.job);
    expect(templates).toContain("targetLabel: job, replacement: dailies-{{ . }}");
  });

  it("uses the ports, the user and the commands of the images", () => {
    const dockerfile = readText("ops/images/Dockerfile");
    expect(dockerfile).toContain("DAILIES_HTTP_PORT=8080");
    expect(dockerfile).toContain("USER 1000:1000");
    for (const [port, variable] of [
      ["9090", "DAILIES_OPS_PORT"],
      ["9091", "DAILIES_WORKER_OPS_PORT"],
    ]) {
      expect(dockerfile).toContain(`${variable}=${port}`);
      expect(templates).toContain(`containerPort: ${port}`);
    }
    expect(templates).toContain("runAsUser: 1000");
    expect(templates).toContain("args: [node, apps/server/dist/migrate.js]");
    expect(templates).not.toMatch(/^ *command:/m);
  });

  it("gives a pod longer to stop than the processes take, and no token of Kubernetes", () => {
    const limit = Number(
      /LIMIT_MS = (?<ms>[\d_]+)/
        .exec(readText("apps/server/src/platform/shutdown.ts"))
        ?.groups?.ms?.replaceAll("_", ""),
    );
    expect(limit).toBeLessThan(25_000);
    expect(templates).toContain("terminationGracePeriodSeconds: {{ add .Values.api.removalSeconds 25 }}");
    expect(templates).toContain("terminationGracePeriodSeconds: 30");
    expect(templates).toContain("automountServiceAccountToken: false");
    expect(templates).not.toMatch(/kind: (?:Role|ClusterRole|ServiceAccount)/);
    expect(templates).not.toContain("DoNotSchedule");
  });

  it("has the worker use the profile that the installation page puts on the nodes", () => {
    expect((defaults.worker as Values).seccompProfile).toBe("dailies.json");
    expect(readText("docs/install/images.md")).toContain("/var/lib/kubelet/seccomp/dailies.json");
    expect(readText("ops/chart/seccomp-nodes.yaml")).toContain("/var/lib/kubelet/seccomp");
  });
});
