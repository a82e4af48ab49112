import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countedSource } from "../testing/counted-source.ts";
import { readTarSamples } from "./group-samples.ts";
import { concatTar } from "./write-tar.ts";

const run = promisify(execFile);
const LONG = `${"deep/".repeat(30)}${"n".repeat(90)}`;
const FILES: Readonly<Record<string, string>> = {
  "a.txt": "one",
  "a.json": "{}",
  "dir/b é.txt": "two",
  [`${LONG}.txt`]: "three",
};
const encoder = new TextEncoder();
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "formats-tar-"));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, "in", name)), { recursive: true });
    await writeFile(join(folder, "in", name), content);
  }
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const read = async (tar: Uint8Array): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for await (const { files } of readTarSamples(countedSource({ tar }), "tar", { inlineBytes: 1_000 }))
    for (const { name, data } of files) found[name] = new TextDecoder().decode(data);
  return found;
};

describe("the archives of GNU tar", () => {
  it.each(["gnu", "pax", "oldgnu"])("in its %s format are read", async (format) => {
    const path = join(folder, `${format}.tar`);
    await run("tar", [`--format=${format}`, "-cf", path, "-C", join(folder, "in"), ...Object.keys(FILES)]);
    expect(await read(new Uint8Array(await readFile(path)))).toEqual(FILES);
  });

  it("are read in the ustar and v7 formats, which know short names alone", async () => {
    const short = Object.keys(FILES).slice(0, 3);
    for (const format of ["ustar", "v7"]) {
      const path = join(folder, `${format}.tar`);
      await run("tar", [`--format=${format}`, "-cf", path, "-C", join(folder, "in"), ...short]);
      expect(Object.keys(await read(new Uint8Array(await readFile(path))))).toEqual(short);
    }
  });

  it("and ours are read by it", async () => {
    const files = Object.entries(FILES).map(([name, content]) => ({ name, bytes: encoder.encode(content) }));
    const path = join(folder, "ours.tar");
    await writeFile(path, concatTar(files));
    const out = join(folder, "out");
    await mkdir(out);
    await run("tar", ["-xf", path, "-C", out]);
    for (const [name, content] of Object.entries(FILES)) expect(await readFile(join(out, name), "utf8")).toBe(content);
  });
});
