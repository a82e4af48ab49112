import type { ByteSource } from "../byte-source.ts";
import { memorySource } from "../memory-source.ts";

export interface CountedSource extends ByteSource {
  readonly reads: { readonly begin: number; readonly end: number }[];
}

/** In-memory objects that count the bytes read. */
export const countedSource = (objects: Readonly<Record<string, Uint8Array | string>>): CountedSource => {
  const encoder = new TextEncoder();
  const bytes = Object.entries(objects).map(
    ([name, content]) => [name, typeof content === "string" ? encoder.encode(content) : content] as const,
  );
  const inner = memorySource(new Map(bytes));
  const reads: { begin: number; end: number }[] = [];
  return {
    reads,
    size: inner.size,
    read: async (object, begin, end, signal) => {
      reads.push({ begin, end });
      return await inner.read(object, begin, end, signal);
    },
  };
};
