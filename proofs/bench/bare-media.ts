import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { JailCommand, JailOutcome } from "../../apps/server/src/platform/sandbox/media-jail.ts";

/** The same program with the same arguments and niceness, without the sandbox. Only this bench runs programs like this. */
export const runBare = async ({ program, args, inputPath, outputs = {} }: JailCommand): Promise<JailOutcome> => {
  const positions = new Map([
    ["/in/file", inputPath],
    ...Object.entries(outputs).map(([name, path]): [string, string] => [`/out/${name}`, path]),
  ]);
  const real = args.map((argument) => positions.get(argument) ?? argument);
  const child = spawn("/usr/bin/nice", ["-n", "10", `/usr/bin/${program}`, ...real], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = (await closed) as [number | null];
  return { exitCode, isTimedOut: false, stdout, stderr };
};
