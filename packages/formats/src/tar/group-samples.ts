import type { ByteSource } from "../byte-source.ts";
import { FormatFault } from "../format-fault.ts";
import { type TarMember, type WalkOptions, walkToBreak } from "./walk-tar.ts";

export interface TarFile {
  /** In lower case; may contain dots: `info.json`. */
  readonly suffix: string;
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
  readonly data?: Uint8Array;
}

export interface TarSample {
  /** Index in its shard. */
  readonly index: number;
  readonly key: string;
  /** From the first header to the end of the last member. */
  readonly begin: number;
  readonly end: number;
  readonly files: readonly TarFile[];
}

/** Names that WebDataset itself skips. */
const isMeta = (name: string): boolean => name.startsWith("__") && /^__[^/]*__($|\/)/.test(name);

/**
 * The key is the path up to the first dot after the last slash. When a file name begins with a dot, WebDataset's expression
 * falls back to the folder as the key, if the folder contains no dot itself.
 */
export const splitSampleName = (name: string): { key: string; suffix: string } | undefined => {
  if (isMeta(name) || name.includes("\n")) return undefined;
  const slash = name.lastIndexOf("/");
  const dot = name.indexOf(".", slash + 1);
  if (dot < 0 || dot === 0) return undefined;
  if (dot === slash + 1) {
    const folder = name.slice(name.lastIndexOf("/", slash - 1) + 1, slash);
    if (folder.includes(".")) return undefined;
  }
  return { key: name.slice(0, dot), suffix: name.slice(dot + 1).toLowerCase() };
};

interface Growing {
  readonly key: string;
  readonly begin: number;
  end: number;
  readonly files: TarFile[];
  readonly suffixes: Set<string>;
}

const addMember = (sample: Growing, member: TarMember, suffix: string): void => {
  if (sample.suffixes.has(suffix))
    throw new FormatFault("malformed", `sample ${sample.key} has two members .${suffix}`, member.headerOffset);
  sample.suffixes.add(suffix);
  const { name, offset, bytes, data } = member;
  sample.files.push({ suffix, name, offset, bytes, ...(data && { data }) });
  sample.end = member.endOffset;
};

const finish = ({ key, begin, end, files }: Growing, index: number): TarSample => ({ index, key, begin, end, files });

/**
 * Groups consecutive members with the same key. A truncated shard yields all complete samples before it throws; the sample
 * at the break is not returned.
 */
export async function* readTarSamples(
  source: ByteSource,
  object: string,
  options: WalkOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<TarSample, void, undefined> {
  let sample: Growing | undefined;
  let index = 0;
  for await (const member of walkToBreak(source, object, options, signal)) {
    const split = member.isFile ? splitSampleName(member.name) : undefined;
    if (split === undefined) continue;
    if (sample !== undefined && sample.key !== split.key) {
      yield finish(sample, index);
      index += 1;
      sample = undefined;
    }
    // The iterator throws next; a truncated member belongs to no complete sample.
    if (member.isCut) continue;
    sample ??= { key: split.key, begin: member.headerOffset, end: 0, files: [], suffixes: new Set() };
    addMember(sample, member, split.suffix);
  }
  if (sample !== undefined) yield finish(sample, index);
}
