import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { FormatFault } from "../format-fault.ts";
import { countedSource } from "../testing/counted-source.ts";
import { latestManifest, listManifests, manifestNames } from "./manifest-names.ts";
import { readLanceManifest, readNamedManifest } from "./read-manifest.ts";

const load = async (name: string) => new Uint8Array(await readFile(new URL(`./fixtures/${name}`, import.meta.url)));
const read = async (m: Uint8Array) => await readLanceManifest(countedSource({ m }), "m");

describe("names of Lance manifests", () => {
  it("are counted up in older tables and down in newer ones", () => {
    expect(listManifests(["a/_versions/2.manifest", "a/_versions/10.manifest", "a/data/x.lance"])).toEqual([
      { name: "a/_versions/10.manifest", version: 10 },
      { name: "a/_versions/2.manifest", version: 2 },
    ]);
    const newer = ["_versions/18446744073709551612.manifest", "_versions/18446744073709551614.manifest"];
    expect(latestManifest(newer, "")).toEqual({ name: newer[0], version: 3 });
    expect(latestManifest(["_versions/d123.manifest", "1.manifest"], "")).toBeUndefined();
    expect(manifestNames("a/", 3)).toEqual([`a/${newer[0]}`, "a/_versions/3.manifest"]);
  });

  it("count only where they lie in the folder of the table, and as a writer writes them", () => {
    const names = ["a/_versions/2.manifest", "a/sub/_versions/99.manifest", "b/a/_versions/98.manifest"];
    const odd = ["a/_versions/0097.manifest", "a/_versions/0.manifest", "a/_versions/x/96.manifest"];
    expect(latestManifest([...names, ...odd], "a/")).toEqual({ name: names[0], version: 2 });
    expect(listManifests(names)).toHaveLength(3);
  });

  it("are refused where two tell of the newest version", () => {
    const older = "_versions/2.manifest";
    expect(() => latestManifest([older, "_versions/18446744073709551613.manifest"], "")).toThrow("two manifests");
    expect(latestManifest([older, "_versions/18446744073709551612.manifest"], "")?.version).toBe(3);
  });
});

describe("a Lance manifest as LanceDB writes it", () => {
  it("tells schema, rows and fragments, deletions taken off", async () => {
    const manifest = await read(await load("18446744073709551612.manifest"));
    expect(manifest).toMatchObject({ version: 3, rows: 11 });
    expect(manifest.fragments.map(({ rows, physicalRows, deletedRows }) => [rows, physicalRows, deletedRows])).toEqual([
      [9, 10, 1],
      [2, 2, 0],
    ]);
    expect(manifest.columns.map(({ name, type }) => [name, type])).toEqual([
      ["id", "integer"],
      ["caption", "text"],
      ["score", "number"],
      ["ok", "boolean"],
      ["at", "time"],
      ["embedding", "vector"],
      ["blob", "binary"],
      ["meta", "json"],
    ]);
    expect(manifest.writer).toContain("lance");
    expect(manifest.writtenAt).toMatch(/^20\d\d-/);
    expect(await read(await load("1.manifest"))).toMatchObject({ version: 1, rows: 1 });
  });

  it("is of the version that its name tells", async () => {
    const name = "_versions/1.manifest";
    const source = countedSource({ [name]: await load("1.manifest") });
    expect(await readNamedManifest(source, { name, version: 1 })).toMatchObject({ version: 1 });
    await expect(readNamedManifest(source, { name, version: 2 })).rejects.toThrow("contains version 1");
  });

  it("is refused when it is cut, points past its end or names other places", async () => {
    const bytes = await load("1.manifest");
    await expect(read(bytes.subarray(0, bytes.length - 1))).rejects.toThrow("not a Lance manifest");
    await expect(read(bytes.subarray(0, 10))).rejects.toMatchObject({ kind: "truncated" });
    const past = bytes.slice();
    new DataView(past.buffer).setBigUint64(past.length - 16, 2n ** 60n, true);
    await expect(read(past)).rejects.toThrow("past its end");
    const message = Uint8Array.from(
      [(18 << 3) | 2, 1, 0, 3 << 3, 1].flatMap((byte) => (byte > 127 ? [(byte & 127) | 128, byte >> 7] : [byte])),
    );
    const view = new DataView(new ArrayBuffer(4 + message.length + 16));
    view.setUint32(0, message.length, true);
    const elsewhere = new Uint8Array(view.buffer);
    elsewhere.set(message, 4);
    elsewhere.set(new TextEncoder().encode("LANC"), elsewhere.length - 4);
    await expect(read(elsewhere)).rejects.toMatchObject({ kind: "outside" });
  });

  it("throws nothing else than a refusal, whatever bytes are changed", async () => {
    const bytes = await load("18446744073709551612.manifest");
    let state = 5;
    const next = (most: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % most;
    };
    const others: unknown[] = [];
    for (let round = 0; round < 3_000; round += 1) {
      const copy = bytes.slice(0, bytes.length - (round % 7 === 0 ? next(20) : 0));
      for (let change = 0; change <= next(5); change += 1) copy[next(copy.length)] = next(256);
      await read(copy).catch((error: unknown) => {
        if (!(error instanceof FormatFault)) others.push(error);
      });
    }
    expect(others).toEqual([]);
  });
});
