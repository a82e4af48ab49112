import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { DomainError } from "../../errors.ts";

/** Allowance for the form's other parts besides the file. */
const FRAME_BYTES = 64 * 1024;
const MAX_FIELDS = 10;
const MAX_FIELD_BYTES = 4 * 1024;

export interface FormFile {
  readonly stream: Readable;
  readonly name: string;
  readonly contentType: string;
}

export interface ReceivedForm<T> {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: T;
}

/**
 * Reads multipart/form-data with one file named `file`, which is streamed on as it arrives. Reads nothing beyond the limit:
 * the client gets an error, and the connection is closed with the rest unread.
 */
export const receiveForm = async <T>(
  request: IncomingMessage,
  maxFileBytes: number,
  takeFile: (file: FormFile) => Promise<T>,
): Promise<ReceivedForm<T>> => {
  const parser = await openParser(request, maxFileBytes);
  const fields: Record<string, string> = Object.create(null);
  let taking: Promise<T> | undefined;
  let arriving: BusboyFileStream | undefined;
  const arrival = new Promise<void>((resolve, reject) => {
    parser.on("field", (name, value) => {
      fields[name] = value;
    });
    parser.on("file", (field, stream, name, _encoding, contentType) => {
      if (field !== "file") reject(malformed(`'${field}' is not a file of this form`));
      arriving = stream;
      stream.once("limit", () => reject(tooLarge(maxFileBytes)));
      taking = takeFile({ stream, name, contentType });
      taking.catch(reject);
    });
    for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const) {
      parser.once(limit, () => reject(malformed("this form has too many parts")));
    }
    parser.once("error", (error) => reject(malformed("the form could not be read", error)));
    parser.once("finish", resolve);
    request.once("close", () => {
      if (!request.readableEnded) reject(malformed("the upload ended early"));
    });
    request.pipe(parser);
  });
  try {
    await arrival;
    if (taking === undefined) throw malformed("the form has no file");
    return { fields: { ...fields }, file: await taking };
  } catch (error) {
    request.unpipe(parser);
    arriving?.destroy(error as Error);
    // The consumer gets the error from its stream; its own result no longer matters.
    await taking?.catch(() => undefined);
    throw error;
  }
};

const openParser = async (request: IncomingMessage, maxFileBytes: number): Promise<BusboyInstance> => {
  const contentType = request.headers["content-type"] ?? "";
  if (!contentType.startsWith("multipart/form-data")) {
    throw new DomainError("unsupported_media_type", "send the file as multipart/form-data");
  }
  if (Number(request.headers["content-length"] ?? 0) > maxFileBytes + FRAME_BYTES) throw tooLarge(maxFileBytes);
  // Loaded lazily to keep startup fast.
  const { Busboy } = await import("@fastify/busboy");
  try {
    return new Busboy({
      headers: { ...request.headers, "content-type": contentType },
      limits: {
        files: 1,
        fileSize: maxFileBytes,
        fields: MAX_FIELDS,
        fieldNameSize: 100,
        fieldSize: MAX_FIELD_BYTES,
        parts: MAX_FIELDS + 1,
        headerPairs: 50,
      },
    });
  } catch (error) {
    throw malformed("the form could not be read", error);
  }
};

const malformed = (words: string, cause?: unknown): DomainError => new DomainError("malformed", words, { cause });

const tooLarge = (maxFileBytes: number): DomainError =>
  new DomainError("too_large", `a file sent this way has at most ${Math.floor(maxFileBytes / 1024 ** 2)} MiB`);
