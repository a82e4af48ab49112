import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { contract } from "@dailies/contract";
import { toOpenApi } from "@dailies/contract/openapi";
import { type Outcome, report } from "./outcome.ts";
import { ROOT, readText } from "./repository.ts";

export const OPENAPI_FILE = "docs/openapi.json";

const emit = (): { text: string; operations: number } => {
  const { version } = JSON.parse(readText("package.json")) as { version: string };
  const document = toOpenApi(contract, version);
  const operations = Object.values(document.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  return { text: `${JSON.stringify(document, null, 2)}\n`, operations };
};

export const checkOpenApi = (): Outcome => {
  const { text, operations } = emit();
  const isCurrent = existsSync(path.join(ROOT, OPENAPI_FILE)) && readText(OPENAPI_FILE) === text;
  return {
    note: `${operations} operations`,
    faults: isCurrent ? [] : [`${OPENAPI_FILE} is not what the contract says; run \`pnpm openapi\``],
  };
};

if (import.meta.main) {
  if (process.argv.includes("--write")) writeFileSync(path.join(ROOT, OPENAPI_FILE), emit().text);
  await report("openapi", checkOpenApi);
}
