import { randomUUID } from "node:crypto";
import { createOutgoing, type Outgoing } from "../http-client/outgoing.ts";
import { baseCalls } from "./lark-bases.ts";
import { recordCalls } from "./lark-records.ts";
import { sentFile } from "./lark-schemas.ts";
import { createLarkTransport, type LarkOptions, type LarkTransport } from "./lark-transport.ts";

export type { LarkField, LarkTable } from "./lark-bases.ts";
export type { LarkFields } from "./lark-records.ts";
export type { LarkOptions } from "./lark-transport.ts";

/** Larger files need the multipart API; a link serves as well. */
export const MAX_MEDIA_BYTES = 20 * 1024 ** 2;

/** Lark or Feishu bases, as the console's app sees them. Every error is a DomainError with a message for users. */
export const createLark = (outgoing: Outgoing, options: LarkOptions) => {
  const transport = createLarkTransport(outgoing, options);
  return {
    domain: new URL(options.baseUrl).host,
    ...baseCalls(transport),
    ...recordCalls(transport),
    ...mediaCalls(transport),
  };
};

export type Lark = ReturnType<typeof createLark>;

/** Undefined unless the operator configured an app. The configured origin is trusted, and no other is ever called. */
export const openLark = (options: LarkOptions | undefined): Lark | undefined =>
  options && createLark(createOutgoing({ trustedOrigins: [new URL(options.baseUrl).origin] }), options);

const mediaCalls = ({ call }: LarkTransport) => ({
  /** Returns the token by which an attachment refers to the file. */
  uploadMedia: async (appToken: string, { name, bytes }: { name: string; bytes: Buffer }): Promise<string> => {
    const values = { file_name: name, parent_type: "bitable_file", parent_node: appToken, size: String(bytes.length) };
    const path = "drive/v1/medias/upload_all";
    return (await call(sentFile, { method: "POST", path, form: toForm(values, bytes) })).file_token;
  },
});

const toForm = (values: Readonly<Record<string, string>>, bytes: Buffer) => {
  const boundary = `dailies-${randomUUID()}`;
  const part = (head: string): string => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n`;
  const plain = Object.entries(values)
    .map(([key, value]) => `${part(`name="${key}"`)}\r\n${value}\r\n`)
    .join("");
  const file = `${part('name="file"; filename="file"')}content-type: application/octet-stream\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(plain + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
};
