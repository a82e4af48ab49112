import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { API_V8_OPTIONS } from "../../apps/server/src/platform/code-cache.ts";
import { ROOT, readText } from "../../checks/repository.ts";
import { secretsIn } from "./find-secrets.ts";

const dockerfile = readText("ops/images/Dockerfile");
/** With its comments away and its continued lines joined. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\s*\\\n\s*/g, " ")
  .split("\n")
  .filter(Boolean);

/** The instructions of a stage and of those that it is made from, in order. */
const stage = (name: string): string[] => {
  const first = instructions.findIndex((line) => line.startsWith("FROM ") && line.endsWith(` AS ${name}`));
  if (first === -1) return [];
  const next = instructions.findIndex((line, at) => at > first && line.startsWith("FROM "));
  const own = instructions.slice(first + 1, next === -1 ? undefined : next);
  return [...stage(instructions[first]?.split(" ")[1] ?? ""), ...own];
};
const last = (lines: readonly string[], instruction: string): string | undefined =>
  lines.findLast((line) => line.startsWith(`${instruction} `));

const profile = JSON.parse(readText("ops/images/seccomp.json")) as {
  readonly defaultAction: string;
  readonly syscalls: readonly { readonly names: readonly string[]; readonly action: string; readonly args?: unknown }[];
};
const allowed = new Set(
  profile.syscalls
    .filter(({ action, args }) => action === "SCMP_ACT_ALLOW" && args === undefined)
    .flatMap(({ names }) => names),
);

describe("the images", () => {
  it.each(["api", "worker"])("run the %s as an ordinary user under an init process, with a health check", (target) => {
    const lines = stage(target);
    expect(last(lines, "USER")).toBe("USER 1000:1000");
    expect(last(lines, "ENTRYPOINT")).toBe('ENTRYPOINT ["/usr/bin/tini", "--"]');
    expect(last(lines, "STOPSIGNAL")).toBe("STOPSIGNAL SIGTERM");
    expect(last(lines, "HEALTHCHECK")).toContain("/livez");
    expect(last(lines, "CMD")).toContain(`apps/server/dist/${target}.js`);
    for (const label of ["title", "licenses", "version", "revision", "base.name"])
      expect(lines.join("\n")).toContain(`org.opencontainers.image.${label}=`);
  });

  it("start the API with the options of V8 that its code cache belongs to", () => {
    for (const option of API_V8_OPTIONS) expect(last(stage("api"), "CMD")).toContain(`"${option}"`);
  });

  it("come from a base that is named by its digest", () => {
    const bases = instructions.filter((line) => line.startsWith("FROM ")).map((line) => line.split(" ")[1]);
    expect(new Set(bases.map((base) => base?.replaceAll(/\W/g, "")))).toEqual(new Set(["BASE", "base", "media"]));
    expect(instructions[0]).toBe("ARG BASE");
    expect(stage("build").join("\n")).toContain("*@sha256:*)");
  });

  it("copy only what there is, and nothing that is no source", () => {
    const copied = instructions
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
      .flatMap((line) => line.split(" ").slice(1, -1));
    expect(copied.length).toBeGreaterThan(0);
    for (const source of copied) expect(existsSync(path.join(ROOT, source)), source).toBe(true);
    const admitted = readText(".dockerignore").split("\n");
    expect(admitted).toContain("*");
    for (const name of admitted.filter((line) => line.startsWith("!")))
      expect(existsSync(path.join(ROOT, name.slice(1))), name).toBe(true);
    for (const name of [".data", ".git"]) expect(admitted).not.toContain(`!${name}`);
  });

  it("take no secret as an argument and hold none", async () => {
    const named = instructions.filter((line) => /^(?:ARG|ENV) /.test(line) && /SECRET|PASSWORD|TOKEN|_KEY/.test(line));
    expect(named).toEqual([]);
    expect(instructions.filter((line) => line.startsWith("ADD "))).toEqual([]);
    expect(await secretsIn([dockerfile])).toEqual([]);
  });

  it("are searched for secrets across the parts of an archive", async () => {
    const token = `${"_authToken"}=abc`;
    expect(await secretsIn([`//host/:${token.slice(0, 6)}`, token.slice(6)])).toEqual([
      "a token of a package registry",
    ]);
    expect(await secretsIn(["of this ma", "chine"], ["this machine"])).toEqual(["a credential of this machine"]);
    expect(await secretsIn(["-----BEGIN PRIVATE KEY-----", "\n and no key"])).toEqual([]);
  });
});

describe("the seccomp profile", () => {
  it("refuses what it does not name, and allows what bubblewrap needs without capabilities", () => {
    expect(profile.defaultAction).toBe("SCMP_ACT_ERRNO");
    for (const name of ["clone", "mount", "pivot_root", "umount2", "unshare"]) expect(allowed).toContain(name);
  });

  it.each([
    "setns",
    "bpf",
    "keyctl",
    "add_key",
    "userfaultfd",
    "perf_event_open",
    "init_module",
    "kexec_load",
    "reboot",
    "swapon",
  ])("refuses the system call %s", (name) => {
    expect(allowed).not.toContain(name);
  });

  it("has no condition that only Docker understands, because Kubernetes would not apply it", () => {
    for (const group of profile.syscalls) {
      expect(group).not.toHaveProperty("includes");
      expect(group).not.toHaveProperty("excludes");
    }
  });
});
