import { FormatFault } from "@dailies/formats/format-fault";
import type { FileShare, StoredObject } from "../../../storage/index.ts";
import { bundleParts, type SizedObject } from "../rows/bundle-parts.ts";
import { inOrder } from "../rows/in-order.ts";
import { expectObjects } from "./expect-objects.ts";
import { listObjects } from "./list-objects.ts";
import type { DatasetSource, PartObject, PlannedPart, ReadLimits, SampleRow, SourceRef } from "./source.ts";
import { type PlannedGroup, sourceCalls } from "./tables/source-calls.ts";

const FOOTERS_AT_ONCE = 8;
const HASTY_FOOTERS = 20;

const isParquet = (key: string): boolean => /\.(?:parquet|pq)$/i.test(key) && !/(?:^|\/)[._]/.test(key);

/** Marks a file that cannot be opened; it yields one row with the fault. */
const BROKEN = -1;

export const openParquetSource = ({ bucketReader, root, only }: SourceRef, limits: ReadLimits): DatasetSource => {
  const encodings = new Map<string, string>();

  const planFile = async (object: string, signal: AbortSignal): Promise<readonly PlannedGroup[] | FormatFault> => {
    const share = await bucketReader.share();
    try {
      return await share.call(sourceCalls.planParquet, { object }, signal);
    } catch (error) {
      if (error instanceof FormatFault) return error;
      throw error;
    } finally {
      share.end();
    }
  };

  async function* readGroup(
    share: FileShare,
    { key, from = 0 }: PartObject,
    signal: AbortSignal,
  ): AsyncGenerator<SampleRow> {
    try {
      // Of a file that could not be opened, the first group is as good as any to say why.
      const asked = { object: key, group: Math.max(0, from) };
      for await (const batch of share.stream(sourceCalls.readParquet, asked, signal)) {
        for (const [name, encoding] of batch.encodings) encodings.set(name, encoding);
        yield* batch.rows;
      }
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error;
      yield { key, sampleObject: key, values: new Map(), fault: error.message };
    }
  }

  async function* read(part: PlannedPart, signal: AbortSignal): AsyncGenerator<SampleRow> {
    expectObjects(bucketReader, part);
    const share = await bucketReader.share();
    try {
      for (const object of part.objects) yield* readGroup(share, object, signal);
    } finally {
      share.end();
    }
  }

  return {
    encodings,
    read,
    plan: async ({ isHasty, signal }) => {
      const listing = await listObjects(bucketReader, only ?? root, { isHasty, signal });
      const files = listing.objects.filter(({ key }) => isParquet(key) && (only === undefined || key === only));
      const looked = isHasty ? files.slice(0, HASTY_FOOTERS) : files;
      const { groups, broken } = await listGroups(looked, ({ key }) => planFile(key, signal));
      const isWhole = listing.isWhole && looked.length === files.length;
      return {
        parts: bundleParts(groups, limits),
        items: isWhole ? groups.reduce((sum, { samples }) => sum + samples, 0) : null,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        warnings: broken.length > 0 ? [`${broken.length} files cannot be opened, the first is ${broken[0]}`] : [],
        isWhole,
      };
    },
  };
};

const listGroups = async (
  files: readonly StoredObject[],
  open: (file: StoredObject) => Promise<readonly PlannedGroup[] | FormatFault>,
): Promise<{ groups: SizedObject[]; broken: string[] }> => {
  const groups: SizedObject[] = [];
  const broken: string[] = [];
  const opened = inOrder(files, FOOTERS_AT_ONCE, async (object) => ({ object, file: await open(object) }));
  for await (const { object, file } of opened) {
    groups.push(...groupsOf(object, file));
    if (file instanceof FormatFault) broken.push(object.key);
  }
  return { groups, broken };
};

const groupsOf = ({ key, bytes, etag }: StoredObject, file: readonly PlannedGroup[] | FormatFault): SizedObject[] => {
  const object = { key, bytes, etag };
  if (file instanceof FormatFault) return [{ ...object, from: BROKEN, to: 0, samples: 1, loadBytes: 0 }];
  return file.map(({ rows, bytes: loadBytes }, index) => ({
    ...object,
    from: index,
    to: index + 1,
    samples: rows,
    loadBytes,
  }));
};
