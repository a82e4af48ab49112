import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault, type FormatFaultKind } from "@dailies/formats/format-fault";
import { FAULT_HEADER, SHARED_READ_FAILED, type SharedFiles } from "./shared-files.ts";

const agent = new Agent({ keepAlive: true });

/** Reads files that another process shares. */
export const openSharedSource = ({ endpoint, bucket }: SharedFiles): ByteSource => {
  const ask = (
    method: "GET" | "HEAD",
    object: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const url = `${endpoint}/${bucket}/${object.split("/").map(encodeURIComponent).join("/")}`;
      request(url, { method, headers, agent, ...(signal && { signal }) })
        .once("response", resolve)
        .once("error", reject)
        .end();
    });
  return {
    size: async (object, signal) => {
      const answer = await ask("HEAD", object, {}, signal);
      answer.resume();
      if (answer.statusCode === 404 && answer.headers[FAULT_HEADER] === undefined) return undefined;
      if (answer.statusCode !== 200) throw faultOf(answer);
      return Number(answer.headers["content-length"]);
    },
    read: async (object, begin, end, signal) => {
      if (begin === end) return new Uint8Array(0);
      const answer = await ask("GET", object, { range: `bytes=${begin}-${end - 1}` }, signal);
      if (answer.statusCode === 404 && answer.headers[FAULT_HEADER] === undefined) {
        answer.resume();
        throw new FormatFault("missing", `${object} is not there`);
      }
      if (
        answer.statusCode === 416 ||
        (answer.statusCode === 206 && Number(answer.headers["content-length"]) < end - begin)
      ) {
        answer.resume();
        const [, total] = /\/(\d+)$/.exec(answer.headers["content-range"] ?? "") ?? [];
        throw new FormatFault("truncated", `${object} ends at byte ${total}, ${end} were expected`, Number(total));
      }
      if (answer.statusCode !== 206) {
        answer.resume();
        throw faultOf(answer);
      }
      return buffer(answer);
    },
  };
};

const faultOf = ({ headers }: IncomingMessage): Error => {
  const text = headers[FAULT_HEADER];
  if (typeof text !== "string")
    return Object.assign(new Error("the shared files could not be read"), { name: SHARED_READ_FAILED });
  const { kind, message, at } = JSON.parse(Buffer.from(text, "base64url").toString()) as {
    kind: FormatFaultKind;
    message: string;
    at?: number;
  };
  return new FormatFault(kind, message, at);
};
