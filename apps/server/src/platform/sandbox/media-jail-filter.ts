/**
 * System calls that no media reader needs: sockets, other processes, mounts, keys, kernel interfaces and memory outside the
 * limits. Numbers on x86-64 and on arm64, which lacks some; they never change.
 */
const REFUSED: readonly (readonly [name: string, x64: number, arm64: number | undefined])[] = [
  ["socket", 41, 198],
  ["socketpair", 53, 199],
  ["ptrace", 101, 117],
  ["process_vm_readv", 310, 270],
  ["process_vm_writev", 311, 271],
  ["pidfd_getfd", 438, 438],
  ["kcmp", 312, 272],
  ["mount", 165, 40],
  ["umount2", 166, 39],
  ["pivot_root", 155, 41],
  ["chroot", 161, 51],
  ["unshare", 272, 97],
  ["setns", 308, 268],
  ["open_tree", 428, 428],
  ["move_mount", 429, 429],
  ["fsopen", 430, 430],
  ["fsconfig", 431, 431],
  ["fsmount", 432, 432],
  ["fspick", 433, 433],
  ["mount_setattr", 442, 442],
  ["keyctl", 250, 219],
  ["add_key", 248, 217],
  ["request_key", 249, 218],
  ["bpf", 321, 280],
  ["perf_event_open", 298, 241],
  ["userfaultfd", 323, 282],
  ["io_uring_setup", 425, 425],
  ["io_uring_enter", 426, 426],
  ["io_uring_register", 427, 427],
  ["kexec_load", 246, 104],
  ["kexec_file_load", 320, 294],
  ["init_module", 175, 105],
  ["finit_module", 313, 273],
  ["delete_module", 176, 106],
  ["open_by_handle_at", 304, 265],
  ["name_to_handle_at", 303, 264],
  ["swapon", 167, 224],
  ["swapoff", 168, 225],
  ["reboot", 169, 142],
  ["settimeofday", 164, 170],
  ["clock_settime", 227, 112],
  ["clock_adjtime", 305, 266],
  ["adjtimex", 159, 171],
  ["acct", 163, 89],
  ["quotactl", 179, 60],
  ["syslog", 103, 116],
  ["personality", 135, 92],
  ["iopl", 172, undefined],
  ["ioperm", 173, undefined],
  ["modify_ldt", 154, undefined],
  ["memfd_create", 319, 279],
  ["memfd_secret", 447, 447],
  ["shmget", 29, 194],
  ["msgget", 68, 186],
  ["semget", 64, 190],
  ["mq_open", 240, 180],
  ["vmsplice", 278, 75],
  ["fanotify_init", 300, 262],
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
/** x32 system calls, whose numbers would bypass the list. */
const X32_FROM = 0x4000_0000;
const NEW_NAMESPACE_FLAGS = 0x7e02_0000;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** The seccomp program in the format of bubblewrap; undefined on unsupported architectures. */
export const seccompProgram = (machine: string): Buffer | undefined => {
  if (machine !== "x64" && machine !== "arm64") return undefined;
  const { auditArch, clone, clone3, column } = MACHINES[machine];
  const numbers = REFUSED.map((call) => call[column]).filter((number) => number !== undefined);
  const program: Instruction[] = [
    [LOAD, 0, 0, OFFSET_ARCH],
    [JUMP_IF_EQUAL, 1, 0, auditArch],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, OFFSET_NUMBER],
    [JUMP_IF_AT_LEAST, 0, 1, X32_FROM],
    [RETURN, 0, 0, ENOSYS],
    // Its flags are in memory, which seccomp cannot read; the C library then falls back to clone.
    [JUMP_IF_EQUAL, 0, 1, clone3],
    [RETURN, 0, 0, ENOSYS],
    ...numbers.map((number, at): Instruction => [JUMP_IF_EQUAL, numbers.length - at + 3, 0, number]),
    [JUMP_IF_EQUAL, 0, 2, clone],
    [LOAD, 0, 0, OFFSET_FIRST_ARGUMENT],
    [JUMP_IF_ANY_BIT, 1, 0, NEW_NAMESPACE_FLAGS],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, EPERM],
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
