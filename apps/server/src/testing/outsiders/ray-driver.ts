import { type ChildProcess, execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { SubmittedJob } from "./ray-server.ts";

const run = promisify(execFile);
const CODE = fileURLToPath(new URL("../../../../../ray", import.meta.url));

/** What the driver does, part by part in one process instead of in tasks of Ray. */
const DRIVER = `
import json, sys, time
from dailies_processing import transfer
from dailies_processing.__main__ import read_ticket
from dailies_processing.parts import process_part
ticket = read_ticket()
parts = ticket["parts"][: int(sys.argv[1])]
for part in parts:
    process_part({k: v for k, v in ticket.items() if k != "parts"}, part)
    time.sleep(float(sys.argv[2]))
if len(parts) == len(ticket["parts"]):
    body = json.dumps({"attempt": ticket["attempt"], "parts": len(parts)}).encode()
    transfer.put("the last marker", ticket["done"], body, len(body))
`;

interface DriverOptions {
  /** How many parts at most. */
  readonly parts?: number;
  /** Time that each part takes beside its work. */
  readonly pauseS?: number;
}

/** Does what a submitted job would do, by the same code. Rejects when the code fails or its process is killed. */
export const startDriver = (
  { runtime_env: { env_vars } }: SubmittedJob,
  { parts = 1_000_000, pauseS = 0 }: DriverOptions = {},
): { readonly child: ChildProcess; readonly ended: Promise<unknown> } => {
  const ended = run("python3", ["-c", DRIVER, String(parts), String(pauseS)], {
    cwd: CODE,
    env: {
      DAILIES_TICKET: env_vars.DAILIES_TICKET,
      PYTHONDONTWRITEBYTECODE: "1",
      PATH: "/usr/local/bin:/usr/bin:/bin",
    },
  });
  return { child: ended.child, ended };
};
