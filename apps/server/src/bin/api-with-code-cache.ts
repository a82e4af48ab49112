import { fileURLToPath } from "node:url";
import { loadBundle } from "../platform/code-cache.ts";

// The build names this file `api.js` and puts the actual process next to it, with its V8 code cache.
const bundle = loadBundle(fileURLToPath(new URL("./api-main.cjs", import.meta.url)));
const { startApi } = bundle.exports as typeof import("../start-api.ts");

await startApi();
