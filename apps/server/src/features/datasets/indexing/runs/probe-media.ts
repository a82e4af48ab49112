import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import { type MediaHeader, readMediaHeader } from "@dailies/formats/media/read-media-header";
import type { BucketReader } from "../../../storage/index.ts";
import type { RowMedia, SampleRow } from "../sources/source.ts";

/** A row with the metadata from its clip's header. */
export interface ProbedRow extends SampleRow {
  readonly header?: MediaHeader | undefined;
}

const INSIDE = "inside";

/** Serves the clip from memory; other objects are not available. */
const contentSource = (content: Uint8Array): ByteSource => ({
  size: async () => content.length,
  read: async (_object, begin, end) => {
    if (end > content.length) throw new FormatFault("truncated", "the clip is truncated", content.length);
    return content.subarray(begin, end);
  },
});

/** Reads the few bytes with duration, size and codec; an unreadable clip is a fault of its row. */
export const probeMedia = async (
  bucketReader: BucketReader,
  row: SampleRow,
  signal: AbortSignal,
): Promise<ProbedRow> => {
  const { media } = row;
  if (!media || row.fault !== undefined) return row;
  try {
    const bytes = await sizeOf(bucketReader, media, signal);
    const header = await readHeader(bucketReader, { ...media, bytes }, signal);
    return { ...withoutContent(row, { ...media, bytes, type: header?.contentType ?? media.type }), header };
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    return { ...withoutContent(row, media), fault: error.message };
  }
};

const sizeOf = async (bucketReader: BucketReader, media: RowMedia, signal: AbortSignal): Promise<number> => {
  if (media.bytes !== undefined) return media.bytes;
  const bytes = media.object === null ? media.content?.length : await bucketReader.size(media.object, signal);
  if (bytes === undefined) throw new FormatFault("missing", `${media.object} is not there`);
  return bytes;
};

const readHeader = async (
  bucketReader: BucketReader,
  { object, offset, bytes, content, type }: RowMedia & { readonly bytes: number },
  signal: AbortSignal,
): Promise<MediaHeader | undefined> => {
  if (content) return readMediaHeader(contentSource(content), INSIDE, { begin: 0, end: content.length }, signal);
  if (object === null) return undefined;
  // The first bytes of an image contain nothing that lists show.
  if (type?.startsWith("image/")) return undefined;
  return readMediaHeader(bucketReader, object, { begin: offset, end: offset + bytes }, signal);
};

export const withoutContent = <T extends SampleRow>(row: T, media: RowMedia): T => {
  const { content: _, ...kept } = media;
  return { ...row, media: kept };
};
