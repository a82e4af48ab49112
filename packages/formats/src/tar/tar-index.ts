import { FormatFault } from "../format-fault.ts";
import { splitSampleName, type TarFile, type TarSample } from "./group-samples.ts";
import { TAR_BLOCK_BYTES } from "./tar-header.ts";

const MOST_INDEX_LENGTH = 16 * 1_048_576;
const VERSIONS: Readonly<Record<string, number>> = { "v1.1": 3, "v1.2": 4 };

/** Possible names of a shard's index. */
export const indexNamesOf = (shard: string): readonly string[] => [shard.replace(/\.tar$/i, ".idx"), `${shard}.idx`];

const readPlace = (digits: string | undefined): number => {
  const value = Number(digits);
  if (digits === undefined || !/^\d{1,16}$/.test(digits) || !Number.isSafeInteger(value))
    throw new FormatFault("malformed", "the index of the shard contains an invalid number");
  return value;
};

const readFile = (words: readonly string[], shardBytes: number): TarFile => {
  const [suffix = "", offset, bytes, name = ""] = words;
  const file = { suffix: suffix.toLowerCase(), offset: readPlace(offset), bytes: readPlace(bytes), name };
  if (file.offset % TAR_BLOCK_BYTES !== 0)
    throw new FormatFault("malformed", "the index of the shard has an unaligned offset", file.offset);
  if (file.offset + file.bytes > shardBytes)
    throw new FormatFault("truncated", "the index of the shard points past its end", file.offset);
  return file;
};

const readSample = (line: string, width: number, index: number, shardBytes: number): TarSample => {
  const words = line.split(" ");
  if (words.length === 0 || words.length % width !== 0)
    throw new FormatFault("malformed", `line ${index + 2} of the index of the shard is invalid`);
  const files: TarFile[] = [];
  for (let at = 0; at < words.length; at += width) files.push(readFile(words.slice(at, at + width), shardBytes));
  const [first] = files;
  const begin = files.reduce((least, { offset }) => Math.min(least, offset), shardBytes);
  const end = files.reduce((most, { offset, bytes }) => Math.max(most, offset + bytes), 0);
  return {
    index,
    key: splitSampleName(first?.name ?? "")?.key ?? "",
    begin: Math.max(0, begin - TAR_BLOCK_BYTES),
    end: Math.min(shardBytes, Math.ceil(end / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES),
    files,
  };
};

/** The text index of DALI and NeMo: `v1.2 <samples>`, then one line per sample with `suffix offset size name` per member. */
export const parseTarIndex = (text: string, shardBytes: number): readonly TarSample[] => {
  if (text.length > MOST_INDEX_LENGTH) throw new FormatFault("too_large", "the index of the shard is too large");
  const lines = text.split("\n");
  const [version = "", samples] = (lines[0] ?? "").trim().split(" ");
  const width = Object.hasOwn(VERSIONS, version) ? VERSIONS[version] : undefined;
  if (width === undefined)
    throw new FormatFault(
      "unsupported",
      `the index of the shard has version ${version.slice(0, 20)}; only v1.2 is supported`,
    );
  const told = readPlace(samples);
  const rows = lines.slice(1).filter((line) => line.trim() !== "");
  if (rows.length !== told)
    throw new FormatFault("malformed", `the index of the shard claims ${told} samples but lists ${rows.length}`);
  return rows.map((line, index) => readSample(line.trimEnd(), width, index, shardBytes));
};

export const writeTarIndex = (samples: readonly TarSample[]): string => {
  const lines = samples.map(({ files }) =>
    files.map(({ suffix, offset, bytes, name }) => `${suffix} ${offset} ${bytes} ${name}`).join(" "),
  );
  return `${[`v1.2 ${samples.length}`, ...lines].join("\n")}\n`;
};
