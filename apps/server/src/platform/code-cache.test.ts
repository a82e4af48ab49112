import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BUNDLE_HEAD, BUNDLE_TAIL, codeCachePath, loadBundle } from "./code-cache.ts";

let folder = "";
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dailies-code-cache-"));
});
afterAll(() => rm(folder, { recursive: true }));

const writeBundle = async (code: string, path = join(folder, `bundle-${made++}.cjs`)): Promise<string> => {
  await writeFile(path, `${BUNDLE_HEAD}${code}${BUNDLE_TAIL}`);
  return path;
};

const answerOf = (bundle: { exports: unknown }): unknown => (bundle.exports as { answer: () => unknown }).answer();

it("the code cache runs a bundle with the code that was compiled for it", async () => {
  const path = await writeBundle("exports.answer = () => 1;");
  const first = loadBundle(path);
  expect([answerOf(first), first.isCached]).toEqual([1, false]);
  await writeFile(codeCachePath(path), first.createCache());
  const second = loadBundle(path);
  expect([answerOf(second), second.isCached]).toEqual([1, true]);
});

it("the code cache never runs the code of another bundle, although V8 only compares lengths", async () => {
  const path = await writeBundle("exports.answer = () => 1;");
  await writeFile(codeCachePath(path), loadBundle(path).createCache());
  await writeBundle("exports.answer = () => 2;", path);
  const changed = loadBundle(path);
  expect([answerOf(changed), changed.isCached]).toEqual([2, false]);
});

it("the code cache compiles the bundle when V8 rejects the code", async () => {
  const path = await writeBundle("exports.answer = () => 3;");
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(await readFile(path)));
  await writeFile(codeCachePath(path), Buffer.concat([checksum, Buffer.alloc(200)]));
  const loaded = loadBundle(path);
  expect([answerOf(loaded), loaded.isCached]).toEqual([3, false]);
});

it("the bundle runs once, also when a part that is loaded later asks for it", async () => {
  const path = await writeBundle("exports.token = {}; exports.answer = () => require('./part.cjs');");
  await writeFile(join(folder, "part.cjs"), `exports.token = require(${JSON.stringify(path)}).token;`);
  const bundle = loadBundle(path);
  const part = answerOf(bundle) as { token: unknown };
  expect(part.token).toBe((bundle.exports as { token: unknown }).token);
});
