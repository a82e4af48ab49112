import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../../errors.ts";
import { type FileShare, findLanceVersion, type SharedLance, shareLanceVersion } from "../../../storage/index.ts";
import type { DatasetSource, PlannedPart, ReadLimits, SampleRow, SourceRef } from "./source.ts";
import { type LanceField, sourceCalls } from "./tables/source-calls.ts";

const VECTOR_BYTES_PER_PART = 48 * 1024 ** 2;

/** A hundred times what the console is designed for. */
const MAX_ROWS = 1_000_000_000;

export const openLanceSource = ({ bucketReader, root }: SourceRef, limits: ReadLimits): DatasetSource => {
  const encodings = new Map<string, string>();
  const open = async (
    signal: AbortSignal,
    version?: number,
  ): Promise<{ readonly table: SharedLance; readonly share: FileShare }> => {
    const found = await findLanceVersion(bucketReader, root, { version, signal });
    return shareLanceVersion(bucketReader, root, found);
  };

  async function* read(part: PlannedPart, signal: AbortSignal): AsyncGenerator<SampleRow> {
    for (const { etag, from = 0, to = 0 } of part.objects) {
      const { table, share } = await open(signal, Number(etag.slice(1)));
      try {
        for await (const batch of share.stream(sourceCalls.readLance, { ...table, from, to }, signal)) {
          for (const [name, encoding] of batch.encodings) encodings.set(name, encoding);
          yield* batch.rows;
        }
      } catch (error) {
        throw asRefusal(error, bucketReader.profileName, signal);
      } finally {
        share.end();
      }
    }
  }

  return {
    encodings,
    read,
    plan: async ({ signal }) => {
      const { table, share } = await open(signal);
      try {
        const { rows, fields } = await share.call(sourceCalls.planLance, table, signal);
        if (rows > MAX_ROWS)
          throw new DomainError("invalid", `the Lance table claims ${rows} rows, which are too many`);
        const perPart = rowsPerPart(fields, limits);
        const parts: PlannedPart[] = [];
        for (let from = 0; from < rows; from += perPart) {
          const to = Math.min(from + perPart, rows);
          parts.push({ objects: [{ key: root, bytes: 0, etag: `v${table.version}`, from, to }] });
        }
        const wide = fields.filter(({ isWide }) => isWide).map(({ name }) => name);
        const words = `columns of bytes are not taken over: ${wide.join(", ")}`;
        return { parts, items: rows, bytes: null, warnings: wide.length > 0 ? [words] : [], isWhole: true };
      } catch (error) {
        throw asRefusal(error, bucketReader.profileName, signal);
      } finally {
        share.end();
      }
    },
  };
};

/** The library's message may contain an address. */
const asRefusal = (error: unknown, profileName: string, signal: AbortSignal): unknown => {
  if (error instanceof DomainError || error instanceof FormatFault || signal.aborted) return error;
  const words = `storage profile “${profileName}”: the Lance table could not be read`;
  return new DomainError("upstream_failed", words, { cause: error });
};

const rowsPerPart = (fields: readonly LanceField[], { samplesPerPart }: ReadLimits): number => {
  const dimensions = fields.reduce((sum, field) => sum + field.dimensions, 0);
  return Math.max(1_000, Math.min(samplesPerPart, Math.floor(VECTOR_BYTES_PER_PART / (4 * Math.max(dimensions, 1)))));
};
