import { FormatFault } from "../../format-fault.ts";
import { SNIFF_BYTES } from "../../sniff-media.ts";
import { findBytes } from "../index/find-bytes.ts";
import { listMembers } from "../index/json-members.ts";
import type { MdsShard } from "../index/mds-index.ts";
import type { Bounds } from "./offsets.ts";
import type { SampleColumn } from "./sample-columns.ts";

const encoder = new TextEncoder();

const splitJson = (shard: MdsShard, { begin }: Bounds, bytes: Uint8Array): SampleColumn[] => {
  const members = listMembers(bytes, begin);
  return shard.schema.columns.map(({ name, encoding }) => {
    const member = members.get(name);
    if (member === undefined) throw new FormatFault("malformed", `the line has no member ${name}`, begin);
    const value = bytes.subarray(member.begin, member.end);
    const span = { begin: begin + member.begin, end: begin + member.end };
    return { name, encoding, form: "json", ...span, bytes: value, head: value.subarray(0, SNIFF_BYTES) };
  });
};

const splitFields = (shard: MdsShard, bounds: Bounds, bytes: Uint8Array): SampleColumn[] => {
  const { columns, separator, newline } = shard.schema;
  const between = encoder.encode(separator);
  const end = bytes.length - encoder.encode(newline).length;
  let at = 0;
  return columns.map(({ name, encoding }) => {
    if (at > end) throw new FormatFault("malformed", `the line has no field for ${name}`, bounds.begin);
    const next = findBytes(bytes, between, at);
    const stop = next < 0 ? end : Math.min(next, end);
    const value = bytes.subarray(at, stop);
    const span = { begin: bounds.begin + at, end: bounds.begin + stop };
    at = stop + between.length;
    return { name, encoding, form: "xsv", ...span, bytes: value, head: value.subarray(0, SNIFF_BYTES) };
  });
};

/** A sample of a JSON or CSV shard is a line. */
export const splitTextSample = (shard: MdsShard, bounds: Bounds, bytes: Uint8Array): SampleColumn[] =>
  shard.schema.format === "json" ? splitJson(shard, bounds, bytes) : splitFields(shard, bounds, bytes);
