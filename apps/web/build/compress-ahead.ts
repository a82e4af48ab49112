import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:js|css|svg|html|json)$/;
/** Below this size the extra headers cost more than compression saves. */
const MIN_BYTES = 1_024;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Writes `.br` and `.gz` next to each text file at build time, so the server never compresses while serving a request. */
export const compressAhead = (): Plugin => ({
  name: "compress-ahead",
  apply: "build",
  closeBundle: {
    sequential: true,
    order: "post",
    async handler() {
      const root = join(import.meta.dirname, "../dist");
      const names = (await readdir(root, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(names.map((name) => compress(join(root, name))));
    },
  },
});

const compress = async (path: string): Promise<void> => {
  const plain = await readFile(path);
  if (plain.length < MIN_BYTES) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  await writeFile(`${path}.br`, await packBrotli(plain, quality));
  await writeFile(`${path}.gz`, await packGzip(plain, { level: 9 }));
};
