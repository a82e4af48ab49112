import { FormatFault } from "../../format-fault.ts";
import { addHashes, readHashes } from "../shards/hash-record.ts";
import { BytePool, type BytePoolView, Growing } from "./growing.ts";
import type { MdsFile, MdsIndex, MdsSchema, MdsShard } from "./mds-index.ts";
import { SchemaTable } from "./schema-table.ts";
import { checkVersion, type FileEntry, type RawEntry, readFile, readSampleCount } from "./shard-entry.ts";

const BETWEEN_NAMES = "\0";

interface Kept {
  readonly root: string;
  readonly schemas: readonly MdsSchema[];
  readonly schemaOf: Uint32Array;
  readonly samples: Uint32Array;
  readonly firstSample: Float64Array;
  /** Per shard: raw and stored bytes of the data, then of the offsets. */
  readonly sizes: Float64Array;
  readonly names: BytePoolView;
  readonly hashes: BytePoolView;
}

const SIZES_A_SHARD = 4;

const fileOf = (
  kept: Kept,
  shard: number,
  place: number,
  names: readonly string[],
  hashes: readonly object[],
): MdsFile => {
  const isZipped = names.length > 0 && kept.schemas[kept.schemaOf[shard] ?? 0]?.codec !== null;
  const [raw, stored] = [names[place * 2] ?? "", names[place * 2 + 1] ?? ""];
  const step = isZipped ? 2 : 1;
  const none = {};
  return {
    object: kept.root + (isZipped ? stored : raw),
    storedBytes: kept.sizes[shard * SIZES_A_SHARD + place * 2 + 1] ?? 0,
    storedHashes: { ...(hashes[place * step + step - 1] ?? none) },
    rawObject: kept.root + raw,
    rawBytes: kept.sizes[shard * SIZES_A_SHARD + place * 2] ?? 0,
    rawHashes: { ...(hashes[place * step] ?? none) },
  };
};

const shardAt = (kept: Kept, shard: number): MdsShard => {
  const schema = kept.schemas[kept.schemaOf[shard] ?? -1];
  if (schema === undefined) throw new FormatFault("missing", `there is no shard ${shard}`);
  const names = kept.names.textAt(shard).split(BETWEEN_NAMES);
  const hashes = readHashes(kept.hashes.recordAt(shard), schema.hashes);
  return {
    shard,
    firstSample: kept.firstSample[shard] ?? 0,
    samples: kept.samples[shard] ?? 0,
    schema,
    data: fileOf(kept, shard, 0, names, hashes),
    meta: schema.format === "mds" ? null : fileOf(kept, shard, 1, names, hashes),
  };
};

/** Consumes the entries of an index one by one and stores for each only what differs between shards. */
export class IndexBuilder {
  readonly #root: string;
  readonly #maxShards: number;
  readonly #schemas = new SchemaTable();
  readonly #schemaOf = new Growing((length) => new Uint32Array(length));
  readonly #samples = new Growing((length) => new Uint32Array(length));
  readonly #firstSample = new Growing((length) => new Float64Array(length));
  readonly #sizes = new Growing((length) => new Float64Array(length));
  readonly #names = new BytePool();
  readonly #hashes = new BytePool();
  #sampleCount = 0;
  #rawBytes = 0;
  #storedBytes = 0;

  constructor(root: string, maxShards: number) {
    this.#root = root;
    this.#maxShards = maxShards;
  }

  get shardCount(): number {
    return this.#samples.length;
  }

  add(entry: RawEntry): void {
    if (this.#samples.length >= this.#maxShards) throw new FormatFault("too_large", "the index has too many shards");
    checkVersion(entry.version);
    const { schema, place } = this.#schemas.intern(entry);
    const samples = readSampleCount(entry);
    this.#schemaOf.push(place);
    this.#samples.push(samples);
    this.#firstSample.push(this.#sampleCount);
    this.#sampleCount += samples;
    this.#addFiles(entry, schema);
    if (!(Number.isSafeInteger(this.#sampleCount) && Number.isSafeInteger(this.#rawBytes + this.#storedBytes))) {
      throw new FormatFault("too_large", "the sum of the counts in the index is too large");
    }
  }

  #addFiles(entry: RawEntry, schema: MdsSchema): void {
    const isZipped = schema.codec !== null;
    const files = [readFile(entry.raw_data, "raw_data"), isZipped ? readFile(entry.zip_data, "zip_data") : undefined];
    if (schema.format !== "mds") {
      files.push(readFile(entry.raw_meta, "raw_meta"), isZipped ? readFile(entry.zip_meta, "zip_meta") : undefined);
    }
    this.#names.addText(files.map((file) => file?.name ?? "").join(BETWEEN_NAMES));
    this.#hashes.begin();
    for (const file of files) if (file !== undefined) addHashes(this.#hashes, schema.hashes, file.hashes);
    for (let at = 0; at < SIZES_A_SHARD; at += 2) this.#addSizes(files[at], files[at + 1]);
  }

  #addSizes(raw: FileEntry | undefined, zip: FileEntry | undefined): void {
    const [rawBytes, storedBytes] = [raw?.bytes ?? 0, zip?.bytes ?? raw?.bytes ?? 0];
    this.#sizes.push(rawBytes);
    this.#sizes.push(storedBytes);
    this.#rawBytes += rawBytes;
    this.#storedBytes += storedBytes;
  }

  done(): MdsIndex {
    const shardCount = this.#samples.length;
    this.#firstSample.push(this.#sampleCount);
    const sizes = this.#sizes.done();
    const kept: Kept = {
      root: this.#root,
      schemas: this.#schemas.list,
      sizes,
      schemaOf: this.#schemaOf.done(),
      samples: this.#samples.done(),
      firstSample: this.#firstSample.done(),
      names: this.#names.close(),
      hashes: this.#hashes.close(),
    };
    const bytesAt = (place: number) =>
      Float64Array.from({ length: shardCount }, (_, shard) => sizes[shard * SIZES_A_SHARD + place] ?? 0);
    return {
      shardCount,
      sampleCount: this.#sampleCount,
      rawBytesTotal: this.#rawBytes,
      storedBytesTotal: this.#storedBytes,
      schemas: kept.schemas,
      schemaOf: kept.schemaOf,
      samples: kept.samples,
      firstSample: kept.firstSample,
      rawBytes: bytesAt(0),
      storedBytes: bytesAt(1),
      sizeBytes: kept.names.sizeBytes + kept.hashes.sizeBytes + (8 + 8 + 8 * SIZES_A_SHARD + 16) * shardCount,
      shardAt: (shard) => shardAt(kept, shard),
    };
  }
}
