import { describe, expect, it } from "vitest";
import { seccompProgram } from "./media-jail-filter.ts";

const LOAD = 0x20;
const JUMPS: Readonly<Record<number, (loaded: number, value: number) => boolean>> = {
  21: (loaded, value) => loaded === value,
  53: (loaded, value) => loaded >= value,
  69: (loaded, value) => (loaded & value) !== 0,
};
const ACTIONS = new Map([
  [0x7fff_0000, "allow"],
  [0x8000_0000, "kill"],
  [0x0005_0001, "EPERM"],
  [0x0005_0026, "ENOSYS"],
]);
const X64 = 0xc000_003e;
const ARM64 = 0xc000_00b7;

interface SystemCall {
  readonly arch: number;
  readonly number: number;
  readonly firstArgument?: number;
}

/** What the kernel would decide. */
const decide = (program: Buffer, { arch, number, firstArgument = 0 }: SystemCall): string | undefined => {
  const data = new Map([
    [0, number],
    [4, arch],
    [16, firstArgument],
  ]);
  let loaded = 0;
  for (let at = 0; at < program.length; at += 8) {
    const [code, value] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)];
    const jump = JUMPS[code];
    if (code === LOAD) loaded = data.get(value) ?? Number.NaN;
    else if (jump) at += 8 * program.readUInt8(at + (jump(loaded, value) ? 2 : 3));
    else return ACTIONS.get(value);
  }
  return undefined;
};

describe("the filter of system calls in the sandbox", () => {
  it.each([
    ["x64", X64, { read: 0, mmap: 9, futex: 202, openat: 257, execve: 59 }],
    ["arm64", ARM64, { read: 63, mmap: 222, futex: 98, openat: 56, execve: 221 }],
  ])("allows on %s what reading a file and computing needs", (machine, arch, numbers) => {
    const program = seccompProgram(machine);
    for (const number of Object.values(numbers)) expect(decide(program, { arch, number })).toBe("allow");
  });

  it("refuses every call that is not on the list, whether or not anybody has thought of it", () => {
    const program = seccompProgram("x64");
    const decisions = Array.from({ length: 451 }, (_, number) => decide(program, { arch: X64, number }));
    const allowed = decisions.flatMap((decision, number) => (decision === "allow" ? [number] : []));
    expect(new Set(decisions)).toEqual(new Set(["allow", "EPERM", "ENOSYS"]));
    expect(allowed.length).toBeLessThan(120);
    const [socket, ptrace, mount, unlink, chmod, memfdCreate, ioUringSetup, keyctl] = [
      41, 101, 165, 87, 90, 319, 425, 250,
    ];
    for (const number of [socket, ptrace, mount, unlink, chmod, memfdCreate, ioUringSetup, keyctl])
      expect(decide(program, { arch: X64, number })).toBe("EPERM");
  });

  it("allows threads and no new namespaces, also not through calls whose flags it cannot read", () => {
    const [clone, clone3, thread, newNetwork] = [56, 435, 0x3d_0f00, 0x4000_0000];
    const program = seccompProgram("x64");
    expect(decide(program, { arch: X64, number: clone, firstArgument: thread })).toBe("allow");
    expect(decide(program, { arch: X64, number: clone, firstArgument: newNetwork })).toBe("EPERM");
    expect(decide(program, { arch: X64, number: clone3 })).toBe("ENOSYS");
  });

  it("answers newer calls and those of x32 as a kernel does that lacks them, and ends programs of another architecture", () => {
    const program = seccompProgram("x64");
    for (const number of [451, 600, 0x4000_0000, 0x4000_0029])
      expect(decide(program, { arch: X64, number })).toBe("ENOSYS");
    expect(decide(program, { arch: ARM64, number: 63 })).toBe("kill");
  });

  it("lets nothing run on a machine for which there is no list", () => {
    expect(() => seccompProgram("riscv64")).toThrow("no filter for riscv64");
  });
});
