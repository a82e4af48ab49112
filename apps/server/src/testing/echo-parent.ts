// Starts an echo process that works in a thread, writes its pid, and waits to be killed.
import { fileURLToPath } from "node:url";
import { openCalledProcesses } from "../platform/processes/called-processes.ts";
import { captureLog } from "./captured-log.ts";
import { ECHO_CALLS } from "./echo-process.ts";

const processes = openCalledProcesses({
  name: "echo",
  script: fileURLToPath(new URL("./echo-process.ts", import.meta.url)),
  args: ["serve"],
  processes: 1,
  memoryBytes: 512 * 1024 ** 2,
  maxAnswerBytes: 1024 ** 2,
  log: captureLog().log,
  reviveError: () => undefined,
});
const { pid } = await processes.call(ECHO_CALLS.echo, { text: "a" });
const working = processes.call(ECHO_CALLS.hash, null);
// Answered after the work has begun.
await processes.call(ECHO_CALLS.echo, { text: "b" });
process.stdout.write(`${pid}\n`);
await working;
