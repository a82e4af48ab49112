import type { IncomingMessage, ServerResponse } from "node:http";

const MAX_BODY_BYTES = 256 * 1024;

/** An error reply in the format of this API. */
export class HttpFault extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export const replyJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
};

export const replyFault = (response: ServerResponse, fault: HttpFault): void => {
  const type = fault.status < 500 ? "invalid_request_error" : "server_error";
  replyJson(response, fault.status, { error: { code: fault.code, message: fault.message, type } }, fault.headers);
};

export const readJson = async (request: IncomingMessage): Promise<unknown> => {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    throw new HttpFault(415, "unsupported_media_type", "send JSON");
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BODY_BYTES) throw new HttpFault(413, "too_large", `at most ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
  } catch {
    throw new HttpFault(400, "invalid_json", "the body is not JSON");
  }
};
