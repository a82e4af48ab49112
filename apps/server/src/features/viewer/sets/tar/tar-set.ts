import { randomUUID } from "node:crypto";
import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../../errors.ts";
import type { LruByteCache } from "../../../../platform/concurrency/lru-byte-cache.ts";
import type { StoredObject } from "../../../storage/index.ts";
import { type Counting, startCounting } from "../count-shards.ts";
import { baseName, isAbsent, tableOfFiles, weighFiles } from "../listed-files.ts";
import { readPieces } from "../read-pieces.ts";
import type { SetTools } from "../set-tools.ts";
import type { FoundKey, KnownKeys, Reading, SetWarning, ShardSet } from "../shard-set.ts";
import type { SamplePosition, ShardTable } from "../shard-table.ts";
import { passByIndex, passOverTar, type TarPass } from "./tar-pass.ts";
import { verifyTarShard } from "./verify-tar.ts";
import { encodingOf, isNamedMedia, viewFile } from "./view-file.ts";

export interface TarParts {
  readonly bucketReader: ByteSource;
  readonly shards: readonly StoredObject[];
  readonly indexes: readonly (StoredObject | undefined)[];
  readonly tag: string;
  readonly tools: SetTools;
}

/** Time limit for reading unseen shards in a key search; the result then says that it is incomplete. */
const SEARCH_MS = 10_000;

class TarPasses {
  readonly suffixes = new Set<string>();
  readonly faults = new Map<number, SetWarning>();
  private readonly parts: TarParts;
  private readonly cache: LruByteCache<object>;
  private readonly id = randomUUID();

  constructor(parts: TarParts) {
    this.parts = parts;
    this.cache = parts.tools.passes;
  }

  async of(source: ByteSource, shard: number, signal?: AbortSignal): Promise<TarPass> {
    const name = `${this.id}/${shard}`;
    const kept = this.cache.get(name) as TarPass | undefined;
    if (kept) return kept;
    const pass = await this.make(source, shard, signal);
    this.cache.set(name, pass, pass.weightBytes);
    for (const suffix of pass.suffixes) this.suffixes.add(suffix);
    return pass;
  }

  has(shard: number): boolean {
    return this.cache.get(`${this.id}/${shard}`) !== undefined;
  }

  private async make(source: ByteSource, shard: number, signal?: AbortSignal): Promise<TarPass> {
    const object = this.parts.shards[shard];
    if (!object || isAbsent(object)) {
      this.warn(shard, "missing_file", `${baseName(object?.key ?? "")} is not there`);
      return passOverTar(emptySource, "", 0);
    }
    const index = this.parts.indexes[shard];
    const indexed = index && (await passByIndex(source, index, object.bytes, signal));
    const pass = indexed ?? (await passOverTar(source, object.key, object.bytes, signal));
    if (pass.fault) this.warn(shard, "truncated", `${baseName(object.key)}: ${pass.fault.message}`);
    return pass;
  }

  private warn(shard: number, code: SetWarning["code"], message: string): void {
    if (this.faults.size < 20) this.faults.set(shard, { code, message, shard });
  }
}

const emptySource: ByteSource = { read: async () => new Uint8Array(0), size: async () => 0 };

const describe = (parts: TarParts, passes: TarPasses, counted: number) => {
  const missing = parts.shards.length - counted;
  const indexed = parts.indexes.filter((index) => index !== undefined).length;
  const words =
    indexed === parts.shards.length
      ? []
      : [`${parts.shards.length - indexed} shards have no index beside them: their headers are read instead`];
  if (missing > 0) words.push(`${counted} of ${parts.shards.length} shards are counted so far`);
  const columns = [...passes.suffixes].map((suffix) => ({ name: suffix, encoding: encodingOf(suffix), size: null }));
  const notes: SetWarning[] = words.length > 0 ? [{ code: "no_index", message: words.join("; "), shard: null }] : [];
  return {
    format: "WebDataset" as const,
    columns,
    hashes: [],
    compression: null,
    sizeLimitBytes: null,
    warnings: [...notes, ...passes.faults.values()],
  };
};

const search = async (
  { shards }: TarParts,
  passes: TarPasses,
  { source, meter, signal }: Reading,
  visit: (pass: TarPass, shard: number) => boolean,
): Promise<boolean> => {
  const endsAtMs = Date.now() + SEARCH_MS;
  for (let shard = 0; shard < shards.length; shard++) {
    if (passes.has(shard)) meter.noteHit();
    else if (Date.now() > endsAtMs) return false;
    if (visit(await passes.of(source, shard, signal), shard)) return true;
  }
  return true;
};

const findKeyIn = async (
  parts: TarParts,
  passes: TarPasses,
  table: ShardTable,
  reading: Reading,
  key: string,
): Promise<FoundKey> => {
  const found: { shard: number; at: number }[] = [];
  const isSearched = await search(parts, passes, reading, (pass, shard) => {
    const at = pass.keys.indexOf(key);
    if (at >= 0) found.push({ shard, at });
    return at >= 0;
  });
  const [first] = found;
  if (!first) return { index: null, isComplete: isSearched };
  // It exists, but its index is unknown until the shards before it are counted.
  const isCounted = first.shard < table.counted;
  return { index: isCounted ? table.firstSample(first.shard) + first.at : null, isComplete: isCounted };
};

/** WebDataset: a sample is a run of files with one base name, found by a pass over the headers or by an index file. */
export const createTarSet = (parts: TarParts): { set: ShardSet; counting: Counting } => {
  const { shards, tag } = parts;
  const table = tableOfFiles(shards);
  const passes = new TarPasses(parts);
  const counting = startCounting(
    table,
    async (shard, signal) => (await passes.of(parts.bucketReader, shard, signal)).samples,
  );
  const objectOf = (shard: number): string => shards[shard]?.key ?? "";
  const sampleAt = async ({ source, meter, signal }: Reading, { shard, indexInShard }: SamplePosition) => {
    if (passes.has(shard)) meter.noteHit();
    const pass = await passes.of(source, shard, signal);
    if (indexInShard >= pass.samples) throw new FormatFault("missing", "the shard has fewer samples than it had");
    return pass.sampleAt(indexInShard);
  };
  const findKey = (reading: Reading, key: string) => findKeyIn(parts, passes, table, reading, key);
  const listKeys = async (reading: Reading, limit: number): Promise<KnownKeys> => {
    const keys: string[] = [];
    const isWhole = await search(parts, passes, reading, (pass) => {
      for (const key of pass.keys) if (keys.length < limit) keys.push(key);
      return keys.length >= limit;
    });
    return { keys, isComplete: isWhole && keys.length < limit };
  };
  const set: ShardSet = {
    table,
    tag,
    findKey,
    listKeys,
    describe: () => describe(parts, passes, table.counted),
    weightBytes: () => table.weightBytes + weighFiles(shards),
    describeShard: (shard) => ({
      name: baseName(objectOf(shard)),
      object: objectOf(shard),
      compression: null,
      hashes: {},
      hasRanges: true,
      columns: describe(parts, passes, table.counted).columns,
    }),
    readSample: async (reading, position) => {
      const { key, begin, end, files } = await sampleAt(reading, position);
      const spans = files.map((file) => ({ ...file, isKnown: isNamedMedia(file.suffix) }));
      const pieces = await readPieces(reading.source, objectOf(position.shard), { begin, end }, spans, reading.signal);
      const nothing = { bytes: undefined, head: new Uint8Array(0) };
      return {
        key,
        begin,
        end,
        columns: files.map((file, at) => viewFile(file, pieces[at] ?? nothing)),
        spans: files.flatMap((file, at) => [
          {
            begin: at === 0 ? begin : (files[at - 1]?.end ?? begin),
            end: file.begin,
            label: `header of .${file.suffix}`,
          },
          { begin: file.begin, end: file.end, label: file.suffix },
        ]),
      };
    },
    locateColumn: async (reading, position, name) => {
      const { files } = await sampleAt(reading, position);
      const file = files.find(({ suffix }) => suffix === name);
      if (!file) throw new DomainError("not_found", "this sample has no such column");
      const object = objectOf(position.shard);
      const head = await reading.source.read(object, file.begin, Math.min(file.end, file.begin + 192), reading.signal);
      const { value } = viewFile(file, { bytes: undefined, head });
      const contentType = value.kind === "media" ? value.content_type : "application/octet-stream";
      return { source: reading.source, object, begin: file.begin, end: file.end, contentType };
    },
    openShard: async ({ source }, shard) => ({
      source,
      object: objectOf(shard),
      begin: 0,
      end: shards[shard]?.bytes ?? 0,
    }),
    verifyShard: (reading, shard, input) =>
      verifyTarShard({ object: shards[shard], index: parts.indexes[shard], shard, table }, reading, input),
    settle: counting.settled,
    resume: counting.resume,
    close: counting.stop,
  };
  return { set, counting };
};
