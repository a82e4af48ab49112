import { execFile } from "node:child_process";

interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; a non-zero status is a result, not an exception. */
export const runCommand = (program: string, args: readonly string[], cwd: string): Promise<Finished> =>
  new Promise((resolve, reject) => {
    execFile(program, args, { cwd, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (!error) resolve({ status: 0, stdout, stderr });
      else if (typeof error.code === "number") resolve({ status: error.code, stdout, stderr });
      else reject(error);
    });
  });

/** The non-empty lines of both streams. */
export const linesOf = ({ stdout, stderr }: Finished): string[] =>
  `${stdout}\n${stderr}`.split("\n").filter((line) => line.trim() !== "");
