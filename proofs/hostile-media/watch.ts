import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

export interface Listener {
  readonly address: string;
  readonly contacts: () => number;
  readonly close: () => void;
}

/** Counts connections, by TCP or UDP on one port of this machine. */
export const listen = async (): Promise<Listener> => {
  let contacts = 0;
  const server = createServer((socket) => {
    contacts += 1;
    socket.on("error", () => socket.destroy()).end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket("udp4", () => {
    contacts += 1;
  }).bind(port, "127.0.0.1");
  await once(datagrams, "listening");
  return {
    address: `http://127.0.0.1:${port}/secret.ts`,
    contacts: () => contacts,
    close: () => {
      server.close();
      datagrams.close();
    },
  };
};

const readProcess = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
};
const processIds = (): string[] => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

/** Processes started for files below this folder that still run. */
export const survivorsOf = (folder: string): string[] =>
  processIds().filter((pid) => pid !== `${process.pid}` && readProcess(pid, "cmdline").includes(folder));

/** Peak memory of a program in the sandbox, sampled every few milliseconds. */
export const watchMemory = (): { peakBytes: () => number; stop: () => void } => {
  let peakBytes = 0;
  const timer = setInterval(() => {
    for (const pid of processIds()) {
      if (!/^\/usr\/bin\/ff(mpeg|probe)\0.*\/in\/file/s.test(readProcess(pid, "cmdline"))) continue;
      const peak = /VmHWM:\s+(\d+) kB/.exec(readProcess(pid, "status"))?.[1] ?? "0";
      peakBytes = Math.max(peakBytes, Number(peak) * 1024);
    }
  }, 50);
  return { peakBytes: () => peakBytes, stop: () => clearInterval(timer) };
};
