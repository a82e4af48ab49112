// Opens the API once as it will be opened in production, without any engine, and keeps the code that V8 compiled for it.
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { codeCachePath, loadBundle } from "./src/platform/code-cache.ts";

const [path = ""] = process.argv.slice(2);

/** Nobody is asked under these names: opening connects to nothing. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  DAILIES_MODE: "production",
  DAILIES_HTTP_PORT: "1",
  DAILIES_OPS_PORT: "1",
  DAILIES_WORKER_OPS_PORT: "1",
  DAILIES_PUBLIC_ORIGIN: "https://console.invalid",
  DAILIES_WEB_ROOT: dirname(path),
  DAILIES_DATABASE_URL: "postgres://build.invalid/build",
  DAILIES_REDIS_URL: "redis://build.invalid",
  DAILIES_S3_ENDPOINT: "https://storage.invalid",
  DAILIES_S3_REGION: "none",
  DAILIES_S3_ACCESS_KEY_ID: "none",
  DAILIES_S3_SECRET_ACCESS_KEY: "none",
  DAILIES_S3_ASSETS_BUCKET: "none",
  DAILIES_TEMPORAL_ADDRESS: "build.invalid:1",
  DAILIES_TEMPORAL_NAMESPACE: "none",
  DAILIES_SMTP_URL: "smtp://build.invalid",
  DAILIES_MAIL_FROM: "nobody@build.invalid",
  DAILIES_SECRET_KEY: Buffer.alloc(32).toString("base64"),
};

const bundle = loadBundle(path);
const { openApi } = bundle.exports as typeof import("./src/start-api.ts");
const { app, close } = await openApi({ environment: ENVIRONMENT });
await app.http.ready();
await writeFile(codeCachePath(path), bundle.createCache());
await app.http.close();
await close();
