import { wholeOf } from "../byte-range.ts";
import type { ByteSource } from "../byte-source.ts";
import { type ByteWindow, openWindow } from "../byte-window.ts";
import { FormatFault } from "../format-fault.ts";
import { parsePaxRecords } from "./pax-records.ts";
import { refuseCompressedTar } from "./shard-names.ts";
import { isZeroBlock, parseTarHeader, TAR_BLOCK_BYTES, type TarHeader } from "./tar-header.ts";

export interface TarMember {
  readonly name: string;
  /** Offset of its first header, including long-name headers. */
  readonly headerOffset: number;
  /** Offset of its data. */
  readonly offset: number;
  readonly bytes: number;
  /** Offset of the next member. */
  readonly endOffset: number;
  readonly isFile: boolean;
  /** Its bytes, if it is within `inlineBytes`. */
  readonly data?: Uint8Array;
}

/** A member, or the last one of a shard that is truncated inside it. */
export type WalkedMember = TarMember & { readonly isCut: boolean };

export interface WalkOptions {
  /** Avoids a size request. */
  readonly sizeBytes?: number;
  /** Offset at which a member begins, from an earlier walk. */
  readonly from?: number;
  /** Members up to this size are returned with their bytes: reading them now is free, later each is a request. */
  readonly inlineBytes?: number;
}

/** Attributes from the headers that precede a member. */
interface Announced {
  name?: string;
  bytes?: number;
}

const MOST_EXTENDED_BYTES = 1_048_576;
const MOST_NAME_LENGTH = 4_096;
const FILE_TYPES = new Set(["0", "7"]);
const text = new TextDecoder("utf-8");

const padded = (bytes: number): number => Math.ceil(bytes / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES;

const readSizeText = (digits: string, where: number): number => {
  const bytes = Number(digits);
  if (!/^[0-9]{1,16}$/.test(digits) || !Number.isSafeInteger(bytes))
    throw new FormatFault("malformed", "an extended tar header contains an invalid size", where);
  return bytes;
};

const checkName = (name: string, where: number): string => {
  if (name.length > MOST_NAME_LENGTH) throw new FormatFault("too_large", "the name of a tar member is too long", where);
  return name;
};

/** Handles a header that describes the next member. Returns false when the header is a member itself. */
const takeAnnouncement = async (
  window: ByteWindow,
  header: TarHeader,
  at: number,
  announced: Announced,
): Promise<boolean> => {
  if (!["x", "g", "L", "K"].includes(header.type)) return false;
  if (header.bytes > MOST_EXTENDED_BYTES)
    throw new FormatFault("too_large", "an extended tar header is larger than 1 MiB", at);
  const from = at + TAR_BLOCK_BYTES;
  const bytes = await window.take(from, header.bytes);
  if (header.type === "L") announced.name = checkName(text.decode(bytes).split("\0", 1)[0] ?? "", at);
  if (header.type !== "x") return true;
  const records = parsePaxRecords(bytes, from);
  const path = records.get("path");
  const size = records.get("size");
  if (records.has("GNU.sparse.major") || records.has("GNU.sparse.map"))
    throw new FormatFault("unsupported", "sparse tar members are not supported", at);
  if (path !== undefined) announced.name = checkName(path, at);
  if (size !== undefined) announced.bytes = readSizeText(size, at);
  return true;
};

const checkGzip = (block: Uint8Array, object: string): void => {
  if (block[0] === 0x1f && block[1] === 0x8b) refuseCompressedTar(object);
};

/** The member whose first header is at `from`; undefined at the end of the archive. */
const readMember = async (window: ByteWindow, object: string, from: number): Promise<WalkedMember | undefined> => {
  const announced: Announced = {};
  let at = from;
  for (;;) {
    if (at === window.range.end && at === from) return undefined;
    const block = await window.take(at, TAR_BLOCK_BYTES);
    if (at === 0) checkGzip(block, object);
    if (isZeroBlock(block)) return undefined;
    const header = parseTarHeader(block, at);
    if (await takeAnnouncement(window, header, at, announced)) {
      at += TAR_BLOCK_BYTES + padded(header.bytes);
      continue;
    }
    if (header.type === "S") throw new FormatFault("unsupported", "sparse tar members are not supported", at);
    const bytes = announced.bytes ?? header.bytes;
    const offset = at + TAR_BLOCK_BYTES;
    const name = announced.name ?? header.name;
    const endOffset = Math.min(window.range.end, offset + padded(bytes));
    const isCut = offset + bytes > window.range.end;
    return { name, headerOffset: from, offset, bytes, endOffset, isFile: FILE_TYPES.has(header.type), isCut };
  }
};

/** Like `walkTar`, but yields the truncated member before it throws, so that the caller can identify it. */
export async function* walkToBreak(
  source: ByteSource,
  object: string,
  options: WalkOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<WalkedMember, void, undefined> {
  const end = options.sizeBytes ?? (await wholeOf(source, object, signal)).end;
  const window = openWindow(source, object, { begin: 0, end }, signal);
  const inlineBytes = options.inlineBytes ?? -1;
  let at = options.from ?? 0;
  for (;;) {
    const member = await readMember(window, object, at);
    if (member === undefined) return;
    if (member.isFile && !member.isCut && member.bytes <= inlineBytes) {
      const data = await window.take(member.offset, member.bytes);
      yield { ...member, data: data.slice() };
    } else yield member;
    if (member.isCut)
      throw new FormatFault("truncated", `${object} ends inside ${member.name}, which has ${member.bytes} bytes`, at);
    at = member.endOffset;
  }
}

/** All members of a tar in order, reading only their headers. */
export async function* walkTar(
  source: ByteSource,
  object: string,
  options: WalkOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<TarMember, void, undefined> {
  for await (const { isCut, ...member } of walkToBreak(source, object, options, signal)) if (!isCut) yield member;
}
