import { DomainError } from "../../errors.ts";

/**
 * The system calls that programs in the sandbox may make; any other is refused. Numbers on x86-64 and on arm64, which lacks
 * some; they never change. A program that starts to need another one fails for every file, which the tests notice.
 */
const ALLOWED: readonly (readonly [name: string, x64: number, arm64: number | undefined])[] = [
  // Files that the sandbox holds.
  ["read", 0, 63],
  ["write", 1, 64],
  ["readv", 19, 65],
  ["writev", 20, 66],
  ["pread64", 17, 67],
  ["pwrite64", 18, 68],
  ["preadv", 295, 69],
  ["pwritev", 296, 70],
  ["open", 2, undefined],
  ["openat", 257, 56],
  ["close", 3, 57],
  ["close_range", 436, 436],
  ["stat", 4, undefined],
  ["fstat", 5, 80],
  ["lstat", 6, undefined],
  ["newfstatat", 262, 79],
  ["statx", 332, 291],
  ["statfs", 137, 43],
  ["fstatfs", 138, 44],
  ["lseek", 8, 62],
  ["access", 21, undefined],
  ["faccessat", 269, 48],
  ["faccessat2", 439, 439],
  ["readlink", 89, undefined],
  ["readlinkat", 267, 78],
  ["getcwd", 79, 17],
  ["getdents64", 217, 61],
  ["fcntl", 72, 25],
  ["dup", 32, 23],
  ["dup2", 33, undefined],
  ["dup3", 292, 24],
  ["ioctl", 16, 29],
  ["ftruncate", 77, 46],
  ["fallocate", 285, 47],
  ["fadvise64", 221, 223],
  ["fsync", 74, 82],
  ["fdatasync", 75, 83],
  // Pipes, and waiting for them.
  ["pipe", 22, undefined],
  ["pipe2", 293, 59],
  ["poll", 7, undefined],
  ["ppoll", 271, 73],
  ["select", 23, undefined],
  ["pselect6", 270, 72],
  ["eventfd2", 290, 19],
  ["epoll_create1", 291, 20],
  ["epoll_ctl", 233, 21],
  ["epoll_wait", 232, undefined],
  ["epoll_pwait", 281, 22],
  // Memory.
  ["mmap", 9, 222],
  ["munmap", 11, 215],
  ["mremap", 25, 216],
  ["mprotect", 10, 226],
  ["madvise", 28, 233],
  ["brk", 12, 214],
  ["mincore", 27, 232],
  ["membarrier", 324, 283],
  ["get_mempolicy", 239, 236],
  ["set_mempolicy", 238, 237],
  // Of small buffers for keys, by a library that ffmpeg loads; the limit of the user bounds it.
  ["mlock", 149, 228],
  ["munlock", 150, 229],
  // Threads, and the start of the one program.
  ["futex", 202, 98],
  ["futex_waitv", 449, 449],
  ["set_tid_address", 218, 96],
  ["set_robust_list", 273, 99],
  ["get_robust_list", 274, 100],
  ["rseq", 334, 293],
  ["exit", 60, 93],
  ["exit_group", 231, 94],
  ["wait4", 61, 260],
  ["waitid", 247, 95],
  ["execve", 59, 221],
  ["prctl", 157, 167],
  ["arch_prctl", 158, undefined],
  ["sched_yield", 24, 124],
  ["sched_getaffinity", 204, 123],
  ["sched_setaffinity", 203, 122],
  ["sched_getparam", 143, 121],
  ["sched_getscheduler", 145, 120],
  ["sched_get_priority_max", 146, 125],
  ["sched_get_priority_min", 147, 126],
  ["getpriority", 140, 141],
  ["getcpu", 309, 168],
  // Signals to itself.
  ["tkill", 200, 130],
  ["tgkill", 234, 131],
  ["rt_sigaction", 13, 134],
  ["rt_sigprocmask", 14, 135],
  ["rt_sigreturn", 15, 139],
  ["rt_sigpending", 127, 136],
  ["rt_sigsuspend", 130, 133],
  ["rt_sigtimedwait", 128, 137],
  ["sigaltstack", 131, 132],
  ["restart_syscall", 219, 128],
  ["setitimer", 38, 103],
  // Time, limits, and who it is.
  ["clock_gettime", 228, 113],
  ["clock_getres", 229, 114],
  ["clock_nanosleep", 230, 115],
  ["nanosleep", 35, 101],
  ["gettimeofday", 96, 169],
  ["time", 201, undefined],
  ["times", 100, 153],
  ["getrusage", 98, 165],
  ["sysinfo", 99, 179],
  ["uname", 63, 160],
  ["getrandom", 318, 278],
  ["prlimit64", 302, 261],
  ["getrlimit", 97, 163],
  ["setrlimit", 160, 164],
  ["getpid", 39, 172],
  ["gettid", 186, 178],
  ["getppid", 110, 173],
  ["getuid", 102, 174],
  ["geteuid", 107, 175],
  ["getgid", 104, 176],
  ["getegid", 108, 177],
];

const MACHINES = {
  x64: { auditArch: 0xc000_003e, clone: 56, clone3: 435, column: 1 },
  arm64: { auditArch: 0xc000_00b7, clone: 220, clone3: 435, column: 2 },
} as const;

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;
const OFFSET_NUMBER = 0;
const OFFSET_ARCH = 4;
const OFFSET_FIRST_ARGUMENT = 16;
const ALLOW = 0x7fff_0000;
const KILL = 0x8000_0000;
const EPERM = 0x0005_0001;
const ENOSYS = 0x0005_0026;
/** Newer system calls, which programs must be able to do without as on an older kernel, and those of x32. */
const UNKNOWN_FROM = 451;
const NEW_NAMESPACE_FLAGS = 0x7e02_0000;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/**
 * The seccomp program in the format of bubblewrap. Throws on architectures without a list: nothing runs without a filter.
 */
export const seccompProgram = (machine: string): Buffer => {
  if (machine !== "x64" && machine !== "arm64")
    throw new DomainError("unavailable", `media cannot be checked here: the sandbox has no filter for ${machine}`);
  const { auditArch, clone, clone3, column } = MACHINES[machine];
  const numbers = ALLOWED.map((call) => call[column]).filter((number) => number !== undefined);
  const program: Instruction[] = [
    [LOAD, 0, 0, OFFSET_ARCH],
    [JUMP_IF_EQUAL, 1, 0, auditArch],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, OFFSET_NUMBER],
    [JUMP_IF_AT_LEAST, 1, 0, UNKNOWN_FROM],
    // Its flags are in memory, which seccomp cannot read; the C library then falls back to clone.
    [JUMP_IF_EQUAL, 0, 1, clone3],
    [RETURN, 0, 0, ENOSYS],
    ...numbers.map((number, at): Instruction => [JUMP_IF_EQUAL, numbers.length - at + 3, 0, number]),
    [JUMP_IF_EQUAL, 0, 2, clone],
    [LOAD, 0, 0, OFFSET_FIRST_ARGUMENT],
    [JUMP_IF_ANY_BIT, 0, 1, NEW_NAMESPACE_FLAGS],
    [RETURN, 0, 0, EPERM],
    [RETURN, 0, 0, ALLOW],
  ];
  return encode(program);
};

const encode = (program: readonly Instruction[]): Buffer => {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(ifTrue, at * 8 + 2);
    bytes.writeUInt8(ifFalse, at * 8 + 3);
    bytes.writeUInt32LE(value, at * 8 + 4);
  }
  return bytes;
};
