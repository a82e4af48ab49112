// Follows docs/install/compose.md on a Docker Engine of its own. It prints what it saw, and a line that begins with FAULT for
// whatever is not as it should be.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { inheritedEnvironment } from "../../checks/environment.ts";
import { ROOT } from "../../checks/repository.ts";
import { type DockerEngine, startDockerEngine } from "../images/docker-engine.ts";
import { judgeContainers } from "./judge-containers.ts";
import { commandsBelow } from "./page-commands.ts";
import { firstVisit, laterVisit } from "./visit-console.ts";

const run = promisify(execFile);
const [composeProgram = "", folder = "", ...imageFiles] = process.argv.slice(2);
const COMMAND_MS = 300_000;
const CLIP = "lantern.mp4";
const PUBLISHED = ["127.0.0.1:1080", "127.0.0.1:8080", "127.0.0.1:8333"];
const JOBS = [
  "volume-owners",
  "databases",
  "temporal-schema",
  "temporal-namespace",
  "buckets",
  "migrate",
  "administrator",
];

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const check = (isSo: boolean, what: string): void => print(isSo ? `  ${what}` : `FAULT not so: ${what}`);
const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`;

/** Ours would take precedence over the settings of the installation. */
const environment = Object.fromEntries(
  Object.entries(inheritedEnvironment()).filter(([name]) => !name.startsWith("DAILIES_")),
);

/** The files of a checkout that an installation uses. */
const checkOut = async (): Promise<string> => {
  for (const part of ["ops/compose", "ops/engines", "ops/images", "ops/env.sh"])
    await cp(path.join(ROOT, part), path.join(folder, "checkout", part), { recursive: true });
  return path.join(folder, "checkout/ops/compose");
};

interface Shell {
  /** Runs a command as a reader would, and returns its exit status. */
  readonly type: (command: string) => Promise<number>;
  readonly read: (command: string) => Promise<string>;
}

const openShell = (engine: DockerEngine, cwd: string): Shell => ({
  type: async (command) => {
    const beganMs = performance.now();
    const child = spawn("bash", ["-c", command], {
      cwd,
      env: engine.environment,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: COMMAND_MS,
    });
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    const [status] = (await once(child, "close")) as [number | null];
    print(`  $ ${command}  (${seconds(beganMs)})`);
    if (status !== 0) print(Buffer.concat(output).toString("utf8").trimEnd().split("\n").slice(-15).join("\n"));
    return status ?? 1;
  },
  read: async (command) => (await run("bash", ["-c", command], { cwd, env: engine.environment })).stdout.trim(),
});

/** Stand-ins for official images are named as compose.yaml names these; each finds only its own programs. */
const makeStandIn = async (engine: DockerEngine, name: string): Promise<void> => {
  const programs = path.basename(name).split(":", 1)[0] ?? "";
  const mail = 'WORKDIR /opt/maildev\nENTRYPOINT ["node", "dist/bin/maildev.js"]\n';
  const file = `FROM dailies-engines:proof\nENV PATH=/images/${programs}\n${programs === "maildev" ? mail : ""}`;
  const building = run("docker", ["build", "--quiet", "--tag", name, "-"], { env: engine.environment });
  building.child.stdin?.end(file);
  await building;
};

/** In place of `docker compose build`, for which a registry would be needed. */
const provideImages = async (engine: DockerEngine, shell: Shell): Promise<void> => {
  const beganMs = performance.now();
  for (const file of imageFiles) await engine.docker("load", "--quiet", "--input", file);
  for (const name of (await shell.read("docker compose config --images | sort -u")).split("\n")) {
    if (name.startsWith("dailies-")) await engine.docker("tag", `${name}:proof`, name);
    else await makeStandIn(engine, name);
  }
  print(`  images of \`pnpm proof image\` and stand-ins for official images were loaded (${seconds(beganMs)})`);
};

const follow = async (engine: DockerEngine, shell: Shell, heading: string): Promise<void> => {
  for (const command of commandsBelow(heading)) {
    if (command.startsWith("docker compose build")) await provideImages(engine, shell);
    else if ((await shell.type(command)) !== 0) throw new Error(`the command of the page failed: ${command}`);
  }
};

const contents = async (cwd: string): Promise<string> => {
  const names = await readdir(path.join(cwd, "secrets"));
  const files = [path.join(cwd, ".env"), ...names.map((name) => path.join(cwd, "secrets", name))];
  return (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\0");
};

const judgeSecondInit = async (shell: Shell, cwd: string): Promise<void> => {
  const before = await contents(cwd);
  const [init = ""] = commandsBelow("Install");
  check((await shell.type(init)) !== 0, "a second init is refused");
  check((await contents(cwd)) === before, "and changes nothing");
};

const judgeInstallation = async (engine: DockerEngine): Promise<void> => {
  const { containers, faults } = await judgeContainers(engine, JOBS);
  for (const fault of faults) check(false, fault);
  if (faults.length === 0) print(`  ${containers} containers are confined, healthy or ended with 0`);
  const listening = (await run("ss", ["-Hltn"])).stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(/\s+/)[3] ?? "");
  check(listening.sort().join() === PUBLISHED.join(), `only ${PUBLISHED.join(", ")} listen: ${listening.join(", ")}`);
};

const drawClip = async (): Promise<string> => {
  const clip = path.join(folder, CLIP);
  const source = ["-f", "lavfi", "-i", "testsrc2=size=426x240:rate=24:duration=2"];
  await run("ffmpeg", ["-v", "error", "-y", ...source, "-c:v", "libx264", "-pix_fmt", "yuv420p", clip]);
  return clip;
};

const proveInstallation = async (engine: DockerEngine, cwd: string): Promise<void> => {
  const shell = openShell(engine, cwd);
  const beganMs = performance.now();
  await follow(engine, shell, "Install");
  const person = { username: "ada", email: "ada@example.org" };
  const outcome = await firstVisit(person, await drawClip(), CLIP);
  check(outcome === "Ready", `the administrator signs in and uploads a clip, which the worker checks: ${outcome}`);
  print(`  from nothing to a checked clip: ${seconds(beganMs)}`);
  await judgeInstallation(engine);
  await judgeSecondInit(shell, cwd);
  await follow(engine, shell, "Stop and start");
  const width = await laterVisit(person, CLIP);
  check(width > 0, `after down and up the password and the clip are there, with a poster ${width} pixels wide`);
  await judgeInstallation(engine);
  check((await shell.type("docker compose down --volumes")) === 0, "everything can be removed");
};

const runCompose = async (): Promise<void> => {
  const engine = await startDockerEngine(environment, folder, ["--bip", "172.31.250.1/24"]);
  try {
    const plugins = path.join(folder, "docker-config/cli-plugins");
    await mkdir(plugins, { recursive: true });
    await symlink(composeProgram, path.join(plugins, "docker-compose"));
    await proveInstallation(engine, await checkOut());
  } catch (error) {
    for (const id of (await engine.docker("ps", "--all", "--quiet")).split("\n").filter(Boolean))
      print(await engine.docker("logs", "--tail", "40", id).catch(String));
    throw error;
  } finally {
    await engine.stop();
  }
};

await runCompose();
