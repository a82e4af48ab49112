import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enqueueSignInCode } from "../features/auth/codes/enqueue-sign-in-code.ts";
import { insertSignInCode } from "../features/auth/codes/sign-in-code.store.ts";
import { newId } from "../platform/ids.ts";
import { createTemporal } from "../platform/temporal/temporal.ts";
import { scheduleIdOf } from "../platform/temporal/temporal-schedule.ts";
import { aUser } from "../testing/builders/a-user.ts";
import { testEnvironment } from "../testing/environment.ts";
import { eventually } from "../testing/eventually.ts";
import { type MailBox, openMailBox } from "../testing/outsiders/mail-box.ts";
import { type TcpGate, tcpGate } from "../testing/outsiders/tcp-gate.ts";
import { testConfig, testDatabase } from "../testing/test-database.ts";

const database = testDatabase();
const config = testConfig();
const taskQueue = `worker-test-${newId()}`;
const lines: string[] = [];
let mailBox: MailBox;
let databaseGate: TcpGate;
let temporalGate: TcpGate;
let worker: ChildProcess;
let opsPort: string;

const through = (url: string, gate: TcpGate): string => {
  const changed = new URL(url);
  changed.host = gate.address;
  return changed.href;
};

beforeAll(async () => {
  mailBox = await openMailBox();
  databaseGate = await tcpGate(new URL(database.current.url).host);
  temporalGate = await tcpGate(config.temporal.address);
  const spare = await tcpGate(config.temporal.address);
  opsPort = spare.address.split(":")[1] ?? "";
  worker = spawn(process.execPath, [fileURLToPath(new URL("worker.ts", import.meta.url))], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...testEnvironment(),
      DAILIES_DATABASE_URL: through(database.current.url, databaseGate),
      DAILIES_TEMPORAL_ADDRESS: temporalGate.address,
      DAILIES_TASK_QUEUE: taskQueue,
      DAILIES_SMTP_URL: mailBox.url,
      DAILIES_WORKER_OPS_PORT: opsPort,
    },
  });
  worker.stdout?.setEncoding("utf8").on("data", (text: string) => lines.push(...text.split("\n")));
});

afterAll(async () => {
  if (worker.exitCode === null) worker.kill("SIGKILL");
  const temporal = createTemporal(config.temporal);
  await (await temporal.client()).schedule.getHandle(scheduleIdOf(taskQueue, "sweep-sign-ins")).delete();
  await temporal.close();
  await databaseGate.shut();
  await temporalGate.shut();
  await mailBox.close();
});

const readiness = async (): Promise<number> =>
  fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
    (response) => response.status,
    () => 0,
  );
const becomes = (status: number) => eventually(async () => ((await readiness()) === status ? true : undefined));

const askForCode = async (): Promise<string> => {
  const user = await aUser(database.current.db);
  await database.current.db.transaction().execute(async (tx) => {
    const id = newId();
    const now = new Date();
    const expiresAt = new Date(now.getTime() + 600_000);
    await insertSignInCode(tx, { id, requestHash: randomBytes(32), email: user.email, createdAt: now, expiresAt });
    await enqueueSignInCode(tx, { codeRequestId: id, requestId: newId() });
  });
  return user.email;
};
const mailArrives = (email: string) => eventually(() => mailBox.mails.find((mail) => mail.to.includes(email)));

describe("the worker process", () => {
  it("waits for engines that come up after it", async () => {
    await eventually(() => lines.find((line) => line.includes("waiting for an engine to become reachable")));
    expect(await readiness()).toBe(0);
    await databaseGate.open();
    await temporalGate.open();
    await becomes(200);
  });

  it("does what the outbox holds", async () => {
    expect((await mailArrives(await askForCode())).raw).toContain("sign-in code");
  });

  it("survives the loss of both engines and then does what was asked meanwhile", async () => {
    await databaseGate.shut();
    await temporalGate.shut();
    await becomes(503);
    const email = await askForCode();
    await databaseGate.open();
    await temporalGate.open();
    await becomes(200);
    expect((await mailArrives(email)).raw).toContain("sign-in code");
    expect(worker.exitCode).toBeNull();
  });

  it("ends in order when asked", async () => {
    worker.kill("SIGTERM");
    const [code] = await once(worker, "exit");
    expect(code).toBe(0);
    expect(lines.join("\n")).toContain("worker stopped");
  });
});
