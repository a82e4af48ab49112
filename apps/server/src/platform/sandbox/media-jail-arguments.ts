import type { Readable } from "node:stream";

export interface JailLimits {
  readonly cpuS: number;
  readonly wallMs: number;
  /** Of one process; the program in the jail is one. */
  readonly memoryBytes: number;
  readonly outputFileBytes: number;
}

export interface JailCommand {
  readonly program: "ffmpeg" | "ffprobe";
  /** The input is /in/file; what may be written is /out/NAME. */
  readonly args: readonly string[];
  readonly inputPath: string;
  /** Files that exist and are empty, by the name they have in /out. Nothing else can be written at all. */
  readonly outputs?: Readonly<Record<string, string>>;
  readonly limits: JailLimits;
  readonly signal?: AbortSignal | undefined;
  /** Takes what the program writes while it writes it; it stands still while nobody reads. Otherwise the text is collected. */
  readonly readStdout?: (stdout: Readable) => Promise<void>;
}

/** A thread counts as a process. */
const MAX_PROCESSES = 64;
const MAX_OPEN_FILES = 64;
/** After the soft limit the program is asked to end, after the hard one it is killed. */
const CPU_GRACE_S = 2;

const SYSTEM = [
  ["--ro-bind", "/usr/lib", "/usr/lib"],
  ["--ro-bind-try", "/usr/lib64", "/usr/lib64"],
  ["--symlink", "usr/lib", "/lib"],
  ["--symlink", "usr/lib64", "/lib64"],
  // Some libraries of ffmpeg are reached through links there.
  ["--ro-bind-try", "/etc/alternatives", "/etc/alternatives"],
  ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"],
  ["--ro-bind", "/usr/bin/prlimit", "/usr/bin/prlimit"],
  ["--dev-bind", "/dev/null", "/dev/null"],
].flat();

/**
 * No network, no capabilities, no environment, no /proc, no /tmp, no shell; every namespace of its own. The limits are
 * set inside, because the count of processes would otherwise include everything else of the same user.
 */
export const jailArguments = (command: JailCommand, seccompFd: number | undefined): string[] => {
  const { program, inputPath, outputs = {}, limits } = command;
  const path = `/usr/bin/${program}`;
  return [
    ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"],
    ["--hostname", "jail"],
    seccompFd === undefined ? [] : ["--seccomp", `${seccompFd}`],
    SYSTEM,
    ["--ro-bind", path, path],
    ["--ro-bind", inputPath, "/in/file"],
    ["--dir", "/out", "--chdir", "/out"],
    Object.entries(outputs).flatMap(([name, target]) => ["--bind", target, `/out/${name}`]),
    // Otherwise the root would be an unbounded place to write to.
    ["--remount-ro", "/", "--"],
    ["/usr/bin/prlimit", `--cpu=${limits.cpuS}:${limits.cpuS + CPU_GRACE_S}`, `--as=${limits.memoryBytes}`],
    [`--fsize=${limits.outputFileBytes}`, `--nofile=${MAX_OPEN_FILES}`, `--nproc=${MAX_PROCESSES}`, "--core=0", "--"],
    [path, ...command.args],
  ].flat();
};
