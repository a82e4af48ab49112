import { fileURLToPath } from "node:url";
import { loadBundle } from "../platform/code-cache.ts";

// The build names this file `api.js` and puts the process itself beside it, with the code that was compiled for it.
const bundle = loadBundle(fileURLToPath(new URL("./api-main.cjs", import.meta.url)));
const { startApi } = bundle.exports as typeof import("../start-api.ts");

await startApi();
