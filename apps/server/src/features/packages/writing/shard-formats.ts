import type { PackageCompression, PackageFormat, PackageSettings } from "@dailies/contract";
import { mdsShardFormat } from "@dailies/formats/mds/mds-shard-format";
import type { ShardColumn, ShardFormat } from "@dailies/formats/shard-writer";
import { tarShardFormat } from "@dailies/formats/tar/tar-shard-format";
import { parquetShardFormat } from "./parquet-shard-format.ts";

type FormatSettings = Pick<PackageSettings, "format" | "shard_bytes" | "compression">;

/** Trainers can check each shard against its hash in the index. */
const HASH = "sha256";

export const mdsSettingsOf = ({ shard_bytes: sizeLimitBytes, compression }: FormatSettings) => ({
  sizeLimitBytes,
  hashes: [HASH],
  ...(compression !== "none" && { compression }),
});

export const shardFormatOf = (settings: FormatSettings, columns: readonly ShardColumn[]): ShardFormat => {
  if (settings.format === "MDS") return mdsShardFormat(columns, mdsSettingsOf(settings));
  return settings.format === "WebDataset" ? tarShardFormat(columns) : parquetShardFormat(columns);
};

const EXTENSIONS: Readonly<Record<PackageFormat, string>> = { MDS: "mds", WebDataset: "tar", Parquet: "parquet" };
const NUMBER_LENGTH = 5;
const HASH_LENGTH = 16;

/** With the beginning of the hash of its uncompressed bytes, so that two contents never share a name. */
export const shardName = (format: PackageFormat, shard: number, sha256: string): string =>
  `shard.${String(shard).padStart(NUMBER_LENGTH, "0")}.${sha256.slice(0, HASH_LENGTH)}.${EXTENSIONS[format]}`;

export const compressedName = (name: string, compression: PackageCompression): string =>
  compression === "none" ? name : `${name}.${compression}`;
