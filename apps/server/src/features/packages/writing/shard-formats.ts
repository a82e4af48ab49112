import type { PackageCompression, PackageFormat, PackageSettings } from "@dailies/contract";
import { lanceShardFormat } from "@dailies/formats/lance/lance-shard-format";
import { LANCE_DATA_FOLDER } from "@dailies/formats/lance/write-manifest";
import { mdsShardFormat } from "@dailies/formats/mds/mds-shard-format";
import type { ShardColumn, ShardFormat } from "@dailies/formats/shard-writer";
import { tarShardFormat } from "@dailies/formats/tar/tar-shard-format";
import { LANCE_FOLDER } from "../package.rules.ts";
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
  switch (settings.format) {
    case "MDS":
      return mdsShardFormat(columns, mdsSettingsOf(settings));
    case "WebDataset":
      return tarShardFormat(columns);
    case "Parquet":
      return parquetShardFormat(columns);
    case "Lance":
      return lanceShardFormat(columns);
  }
};

const EXTENSIONS: Readonly<Record<PackageFormat, string>> = {
  MDS: "mds",
  WebDataset: "tar",
  Parquet: "parquet",
  Lance: "lance",
};
/** Where the readers of the format look for shards. */
export const SHARD_FOLDERS: Readonly<Record<PackageFormat, string>> = {
  MDS: "",
  WebDataset: "",
  Parquet: "",
  Lance: LANCE_FOLDER + LANCE_DATA_FOLDER,
};
const NUMBER_LENGTH = 5;
const HASH_LENGTH = 16;

/** With the beginning of the hash of its uncompressed bytes, so that two contents never share a name. */
export const shardName = (format: PackageFormat, shard: number, sha256: string): string =>
  `${SHARD_FOLDERS[format]}shard.${String(shard).padStart(NUMBER_LENGTH, "0")}.${sha256.slice(0, HASH_LENGTH)}.${EXTENSIONS[format]}`;

export const compressedName = (name: string, compression: PackageCompression): string =>
  compression === "none" ? name : `${name}.${compression}`;
