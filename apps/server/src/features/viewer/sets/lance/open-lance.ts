import { FormatFault } from "@dailies/formats/format-fault";
import type { LanceManifest } from "@dailies/formats/lance/read-manifest";
import { safeName } from "@dailies/formats/safe-name";
import { sniffMedia } from "@dailies/formats/sniff-media";
import { DomainError } from "../../../../errors.ts";
import { findLanceVersion, type Place, type PlacedObject, readLanceVersion } from "../../../storage/index.ts";
import { FaultList } from "../../verify/verdict.ts";
import { listAll } from "../list-folder.ts";
import { tagOfObject } from "../listed-files.ts";
import { createRowSet, type Row, type RowCell, type RowSource } from "../row-set.ts";
import type { OpenContext } from "../set-tools.ts";
import type { Reading, ShardSet } from "../shard-set.ts";
import { ShardTable } from "../shard-table.ts";
import { type PlainCell, viewPlain } from "../view-cell.ts";
import { type ValueView, viewBytes, viewMedia } from "../view-value.ts";
import { openLanceRows } from "./lance-rows.ts";

/** A file of a table lies in its `data` folder, whatever its manifest says. */
const fileKey = (folder: string, file: string): string => `${folder}data/${safeName(file)}`;

const FRAGMENT_BYTES = 200;
/** The library gives a value of bytes whole or not at all, however large it is. */
const UNREAD = "its bytes are read when somebody asks for them";

const tableOf = (manifest: LanceManifest, folder: string, sizes: ReadonlyMap<string, number>): ShardTable => {
  const table = new ShardTable(manifest.fragments.length);
  for (const [shard, { rows, files }] of manifest.fragments.entries()) {
    const bytes = files.reduce((sum, file) => sum + (sizes.get(fileKey(folder, file)) ?? 0), 0);
    table.storedBytesOf[shard] = bytes;
    table.rawBytesOf[shard] = bytes;
    table.countNext(rows);
  }
  return table;
};

const viewValue = (name: string, encoding: string, value: unknown): RowCell => {
  const named = { name, encoding, begin: 0, end: 0 };
  if (value instanceof Uint8Array) {
    const media = sniffMedia(value.subarray(0, 192));
    return { ...named, bytes: value, value: media === null ? viewBytes() : viewMedia(media) };
  }
  return { ...named, value: viewPlain(toPlain(value)) };
};

const toPlain = (value: unknown): PlainCell => {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return value;
  if (value instanceof Float32Array) return value;
  if (value instanceof Date) return value.toISOString();
  return {
    kind: "json",
    text: JSON.stringify(value, (_key, one: unknown) => (typeof one === "bigint" ? String(one) : one)),
  };
};

/** The newest version of a Lance table: its fragments are the shards. */
export const openLanceSet = async (
  place: Place,
  folder: string,
  { before, signal }: OpenContext,
): Promise<ShardSet> => {
  const latest = await findLanceVersion(place, folder, { signal });
  const tag = tagOfObject(latest.object);
  if (before?.tag === tag) return before;
  const manifest = await readLanceVersion(place, latest, signal);
  const objects = await listAll(place, folder, signal);
  const sizes = new Map(objects.map(({ key, bytes }: PlacedObject) => [key, bytes]));
  const table = tableOf(manifest, folder, sizes);
  const rows = openLanceRows(place, folder, manifest);
  const columns = manifest.columns.map(({ name, encoding }) => ({ name, encoding, size: null }));
  const filesOf = (shard: number): string[] =>
    (manifest.fragments[shard]?.files ?? []).map((file) => fileKey(folder, file));
  const mediaTypes = new Map<string, string>();
  const viewUnread = (name: string): ValueView => {
    const type = mediaTypes.get(name);
    return type === undefined ? viewBytes(UNREAD) : viewMedia(type);
  };
  const readRow = async ({ meter }: Reading, index: number, asked?: string): Promise<Row> => {
    const row = await rows.read(index, asked);
    if (!row) throw new FormatFault("missing", `the table has no row ${index}`);
    // The library reads by itself and does not tell how much.
    meter.noteRead(0);
    const cells = columns
      .filter(({ name }) => asked === undefined || asked === name)
      .map(({ name, encoding }): RowCell => {
        if (row.unread.has(name)) return { name, encoding, begin: 0, end: 0, value: viewUnread(name) };
        return viewValue(name, encoding, row.values[name]);
      });
    for (const { name, value } of cells) if (value.kind === "media") mediaTypes.set(name, value.content_type);
    return { key: `${index}`, begin: 0, end: 0, cells };
  };
  const source: RowSource = {
    ...{ format: "Lance", tag, table, columns: () => columns, close: rows.close },
    weightBytes: manifest.fragments.length * FRAGMENT_BYTES,
    warnings: () => [],
    objectOf: (shard) => filesOf(shard)[0] ?? folder,
    readRow: (reading, at) => readRow(reading, at.index),
    verifyShard: async ({ source, signal: over }, shard) => {
      const faults = new FaultList(shard);
      for (const key of filesOf(shard)) {
        const bytes = await source.size(key, over);
        if (bytes === undefined) faults.add({ kind: "missing", message: `${key.slice(folder.length)} is not there` });
        else if (bytes !== sizes.get(key))
          faults.add({ kind: "size", message: `${key.slice(folder.length)} has another size than it had` });
      }
      return faults.toVerdict(0, faults.total > 0 ? "missing" : undefined);
    },
  };
  return {
    ...createRowSet(source),
    locateColumn: async (reading, at, name) => {
      if (!columns.some((column) => column.name === name))
        throw new DomainError("not_found", "this sample has no such column");
      const alone = createRowSet({ ...source, readRow: (over, { index }) => readRow(over, index, name) });
      return alone.locateColumn(reading, at, name);
    },
  };
};
