// People and a payment service at work during an upgrade. Nothing is repeated: each request that fails would have been seen.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  assetsRoutes,
  authRoutes,
  benchmarksRoutes,
  datasetsRoutes,
  jobsRoutes,
  operationLogRoutes,
  performersRoutes,
  tasksRoutes,
  usersRoutes,
} from "@dailies/contract";
import { SESSION_COOKIE } from "../../apps/server/src/http/security/cookies.ts";
import type { Grid } from "../chaos/generation/setup.ts";
import { CallFailed, type ConsoleCalls, consoleCalls } from "../chaos/harness/console-calls.ts";
import type { Seeded } from "../seeded.ts";
import { runProgram, type Version } from "./versions.ts";

export interface Administrator {
  readonly username: string;
  readonly password: string;
}

/** Everything that was acknowledged, and every failure. */
export interface Acknowledged {
  answered: number;
  readonly failures: Map<string, number>;
  /** The last name of each task, by id. */
  readonly tasks: Map<string, string>;
  /** The cells that were generated again, by row and column. */
  readonly repeated: Map<string, "sent" | "acknowledged">;
  customers: number;
  customerCalls: number;
  signIns: number;
}

interface Workplace {
  readonly origin: string;
  readonly calls: ConsoleCalls;
  readonly administrator: Administrator;
  readonly grid: Grid;
  readonly random: Seeded;
}

const PEOPLE = 6;
const MAX_PAUSE_MS = 120;
const NEW_CUSTOMERS = 2;
/** The program makes itself a new secret each time; an API process may know only the former ones for three seconds. */
const CUSTOMERS_EVERY_MS = 5_000;
const SIGN_IN_EVERY_MS = 3_000;

/** As the login page does; returns the cookie of the session. */
export const signIn = async (origin: string, { username, password }: Administrator): Promise<string> => {
  const { method, path } = authRoutes.login;
  const response = await fetch(new URL(path, origin), {
    method,
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new CallFailed(response.status, `${path}: ${await response.text()}`);
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith(`${SESSION_COOKIE}=`));
  if (!cookie) throw new Error("signing in did not set the cookie of a session");
  return cookie.split(";", 1)[0] ?? "";
};

const look = async ({ calls, grid, random }: Workplace): Promise<void> => {
  const page = { limit: 50, offset: 0 };
  const looks = [
    () => calls.call(authRoutes.me, {}),
    () => calls.call(tasksRoutes.listTasks, { query: { page: 1, page_size: 50, sort: "updated_at", order: "desc" } }),
    () => calls.call(usersRoutes.listUsers, { query: page }),
    () => calls.call(assetsRoutes.listAssets, { query: page }),
    () => calls.call(performersRoutes.listPerformers, { query: page }),
    () => calls.call(datasetsRoutes.listDatasets, { query: page }),
    () => calls.call(operationLogRoutes.listOperations, { query: page }),
    () => calls.call(jobsRoutes.searchJobs, { body: { limit: 50 } }),
    () => calls.call(benchmarksRoutes.getBenchmark, { params: { id: grid.taskId } }),
  ];
  await random.pick(looks)();
};

const makeTask = async ({ calls }: Workplace, { tasks }: Acknowledged): Promise<void> => {
  const name = `Upgrade ${randomUUID()}`;
  const { id, revision } = await calls.call(tasksRoutes.createTask, {
    body: { kind: "Benchmark", name, request_key: randomUUID() },
  });
  tasks.set(id, name);
  const renamed = `${name}, renamed`;
  await calls.call(tasksRoutes.updateTask, { params: { id }, body: { expect_revision: revision, name: renamed } });
  tasks.set(id, renamed);
};

/** Each cell once: a cell that is being generated could not be generated again. */
const generateAgain = async ({ calls, grid, random }: Workplace, { repeated }: Acknowledged): Promise<void> => {
  const params = { id: grid.taskId };
  const { cells } = await calls.call(benchmarksRoutes.listCells, {
    params,
    query: { row_from: 0, row_to: grid.rows - 1 },
  });
  const ready = cells.filter(({ row, col, status }) => status === "Succeeded" && !repeated.has(`${row}.${col}`));
  if (ready.length === 0) return;
  const { row, col } = random.pick(ready);
  repeated.set(`${row}.${col}`, "sent");
  await calls.call(benchmarksRoutes.regenerateData, {
    params: { ...params, row: `${row}`, col: `${col}` },
    body: { seed: { mode: "new" }, reason: "upgrade", request_key: randomUUID(), sample: 0 },
  });
  repeated.set(`${row}.${col}`, "acknowledged");
};

export const startLoad = (workplace: Workplace, previous: Version, environment: NodeJS.ProcessEnv) => {
  const acknowledged: Acknowledged = {
    answered: 0,
    failures: new Map(),
    tasks: new Map(),
    repeated: new Map(),
    customers: 0,
    customerCalls: 0,
    signIns: 0,
  };
  let isStopped = false;
  const { random, origin, administrator } = workplace;

  const act = async (what: () => Promise<unknown>): Promise<void> => {
    try {
      await what();
      acknowledged.answered += 1;
    } catch (error) {
      const words =
        error instanceof Error ? `${error.message} ${error.cause ?? ""}`.replace(/"request_id":.*/, "") : `${error}`;
      acknowledged.failures.set(words, (acknowledged.failures.get(words) ?? 0) + 1);
    }
  };
  const person = async (): Promise<void> => {
    while (!isStopped) {
      const chance = random.below(40);
      if (chance < 4) await act(() => makeTask(workplace, acknowledged));
      else if (chance === 4) await act(() => generateAgain(workplace, acknowledged));
      else await act(() => look(workplace));
      await sleep(random.below(MAX_PAUSE_MS));
    }
  };
  /** Its sessions are opened by either version and used with either. */
  const newcomer = async (): Promise<void> => {
    for (; !isStopped; await sleep(SIGN_IN_EVERY_MS)) {
      await act(async () => {
        const calls = consoleCalls(origin, await signIn(origin, administrator), true);
        for (let n = 0; n < 4; n++) await calls.call(authRoutes.me, {});
        await calls.call(authRoutes.logout, {});
        acknowledged.signIns += 1;
      });
    }
  };
  /**
   * A program of the previous version, because services that call the console are not upgraded with it. Each time it tells of
   * some more customers, and again of all before them.
   */
  const service = async (): Promise<void> => {
    for (let customers = NEW_CUSTOMERS; !isStopped; customers += NEW_CUSTOMERS) {
      await act(async () => {
        const args = ["--customers", `${customers}`, "--origin", origin];
        const said = await runProgram(previous, "src/bin/seed-customers.ts", args, environment);
        const [, told = "0", calls = "0"] = /told of (\d+) customers in (\d+) calls/.exec(said) ?? [];
        acknowledged.customers = Number(told);
        acknowledged.customerCalls += Number(calls);
      });
      await sleep(isStopped ? 0 : CUSTOMERS_EVERY_MS);
    }
  };
  const running = [newcomer(), service(), ...Array.from({ length: PEOPLE }, person)];
  return {
    acknowledged,
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(running);
    },
  };
};
