import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/**
 * Names a build by its content: the page carries the id in a meta tag and `build.json` carries the newest one,
 * so an open tab can tell that a newer build was deployed.
 */
export const buildIdentity = (): Plugin => {
  let id = "";
  return {
    name: "build-identity",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        // File names hold a hash of their content, so the names alone identify the whole build.
        const files = Object.keys(bundle ?? {}).sort();
        id = createHash("sha256").update(html).update(files.join("\n")).digest("hex").slice(0, 16);
        return [{ tag: "meta", attrs: { name: "build-id", content: id }, injectTo: "head" }];
      },
    },
    writeBundle: {
      order: "post",
      async handler({ dir }) {
        const { writeFile } = await import("node:fs/promises");
        await writeFile(`${dir}/build.json`, `${JSON.stringify({ id })}\n`);
      },
    },
  };
};
