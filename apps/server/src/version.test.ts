import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { VERSION } from "./version.ts";

it("VERSION is the version of every package, which a bundle cannot read from their files", () => {
  for (const path of [
    "../../../package.json",
    "../package.json",
    "../../web/package.json",
    "../../../packages/contract/package.json",
  ]) {
    const manifest = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as { version: string };
    expect(manifest.version).toBe(VERSION);
  }
});
