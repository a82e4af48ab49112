import type { ByteSource } from "@dailies/formats/byte-source";

/** The bytes of one address, asked for by ranges; the name of the object does not matter. */
export const createRangeSource = (address: string, sizeBytes: number): ByteSource => ({
  read: async (_object, begin, end, signal) => {
    const response = await fetch(address, {
      headers: { range: `bytes=${begin}-${end - 1}` },
      ...(signal && { signal }),
    });
    if (!response.ok) throw new Error(`the clip answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Whoever does not know ranges sends the whole.
    const asked = response.status === 206 ? bytes : bytes.slice(begin, end);
    if (asked.length !== end - begin) throw new Error("the clip answered with fewer bytes than asked for");
    return asked;
  },
  size: () => Promise.resolve(sizeBytes),
});
