import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { writePackages } from "./write-packages.ts";

const recorded = JSON.parse(readFileSync(path.join(import.meta.dirname, "packages.json"), "utf8")) as {
  readonly files: Readonly<Record<string, string>>;
};

/** `pnpm formats` records them anew after the originals wrote or read them. */
it("every package has the bytes that the original libraries wrote or read", async () => {
  const hashes: Record<string, string> = {};
  for (const [name, bytes] of await writePackages())
    if (!name.startsWith("mds-")) hashes[name] = createHash("sha256").update(bytes).digest("hex");
  expect(hashes).toEqual(recorded.files);
});
