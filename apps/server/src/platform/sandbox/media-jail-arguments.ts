import type { Readable } from "node:stream";

export interface JailLimits {
  readonly cpuS: number;
  readonly wallMs: number;
  /** Per process; the sandbox runs a single program. */
  readonly memoryBytes: number;
  readonly outputFileBytes: number;
}

export interface JailCommand {
  readonly program: "ffmpeg" | "ffprobe";
  /** The input is /in/file; writable files are /out/NAME. */
  readonly args: readonly string[];
  readonly inputPath: string;
  /** Existing empty files, by their name in /out. Nothing else is writable. */
  readonly outputs?: Readonly<Record<string, string>>;
  readonly limits: JailLimits;
  readonly signal?: AbortSignal | undefined;
  /** Consumes stdout as a stream with back-pressure. Otherwise stdout is collected as text. */
  readonly readStdout?: (stdout: Readable) => Promise<void>;
}

/** A thread counts as a process. */
const MAX_PROCESSES = 64;
const MAX_OPEN_FILES = 64;
/** The soft limit sends a signal, the hard one kills. */
const CPU_GRACE_S = 2;

const SYSTEM = [
  ["--ro-bind", "/usr/lib", "/usr/lib"],
  ["--ro-bind-try", "/usr/lib64", "/usr/lib64"],
  ["--symlink", "usr/lib", "/lib"],
  ["--symlink", "usr/lib64", "/lib64"],
  // Some ffmpeg libraries are reached through symlinks there.
  ["--ro-bind-try", "/etc/alternatives", "/etc/alternatives"],
  ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"],
  ["--ro-bind", "/usr/bin/prlimit", "/usr/bin/prlimit"],
  ["--dev-bind", "/dev/null", "/dev/null"],
].flat();

/**
 * No network, capabilities, environment, /proc, /tmp or shell; all namespaces unshared. Resource limits are set inside,
 * because the process limit would otherwise count all processes of the same user.
 */
export const jailArguments = (command: JailCommand, seccompFd: number): string[] => {
  const { program, inputPath, outputs = {}, limits } = command;
  const path = `/usr/bin/${program}`;
  return [
    ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"],
    ["--seccomp", `${seccompFd}`],
    SYSTEM,
    ["--ro-bind", path, path],
    ["--ro-bind", inputPath, "/in/file"],
    ["--dir", "/out", "--chdir", "/out"],
    Object.entries(outputs).flatMap(([name, target]) => ["--bind", target, `/out/${name}`]),
    // Otherwise the root would be writable without a limit.
    ["--remount-ro", "/", "--"],
    ["/usr/bin/prlimit", `--cpu=${limits.cpuS}:${limits.cpuS + CPU_GRACE_S}`, `--as=${limits.memoryBytes}`],
    [`--fsize=${limits.outputFileBytes}`, `--nofile=${MAX_OPEN_FILES}`, `--nproc=${MAX_PROCESSES}`, "--core=0", "--"],
    [path, ...command.args],
  ].flat();
};
