import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The servers share one core and the load generator has the other, so that neither takes time from what is measured. */
export const SERVER_CORE = "0";
export const GENERATOR_CORE = "1";

export interface Member {
  name: string;
  pid: number;
  port: number;
  stop(): void;
}

export interface ApiMember extends Member {
  /** From now on every request costs this many CPU microseconds more. */
  burn(microseconds: number): Promise<void>;
}

export const startMember = async (name: string, args: readonly string[]): Promise<ApiMember> => {
  const program = fileURLToPath(new URL("./member.ts", import.meta.url));
  const child: ChildProcess = spawn("taskset", ["-c", SERVER_CORE, process.execPath, program, ...args], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  if (child.pid === undefined) throw new Error(`${name} did not start`);
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${name} ended before it listened`)));
  const [port] = (await Promise.race([once(child, "message"), ended])) as [number];
  return {
    name,
    pid: child.pid,
    port,
    burn: async (microseconds) => {
      const heard = once(child, "message");
      child.send({ burn: microseconds });
      await Promise.race([heard, ended]);
    },
    stop: () => child.kill("SIGKILL"),
  };
};
