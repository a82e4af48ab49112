import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as exported from "@dailies/contract";
import { toOpenApi } from "@dailies/contract/openapi/document";
import {
  type OpenApiDocument,
  operationFaults,
  operationsOf,
  referenceFaults,
  removedNames,
  repetitionFaults,
  sizeFaults,
} from "./openapi/document-faults.ts";
import { formatJson } from "./openapi/format-json.ts";
import { specificationFaults } from "./openapi/specification.ts";
import { type Outcome, print, report } from "./outcome.ts";
import { ROOT, readText } from "./repository.ts";

export const OPENAPI_FILE = "docs/openapi.json";

interface Emitted {
  readonly text: string;
  readonly document: OpenApiDocument;
}

const emit = (): Emitted => {
  const { version } = JSON.parse(readText("package.json")) as { version: string };
  const made = toOpenApi({ contract: exported.contract, exported, version });
  const document = JSON.parse(JSON.stringify(made)) as OpenApiDocument;
  return { document, text: `${formatJson(document)}\n` };
};

const readCommitted = (): string | undefined =>
  existsSync(path.join(ROOT, OPENAPI_FILE)) ? readText(OPENAPI_FILE) : undefined;

const removedSince = (committed: string | undefined, document: OpenApiDocument): string[] =>
  committed === undefined ? [] : removedNames(JSON.parse(committed) as OpenApiDocument, document);

export const documentFaults = ({ text, document }: Emitted): string[] => [
  ...specificationFaults(document),
  ...referenceFaults(document),
  ...operationFaults(document),
  ...repetitionFaults(document),
  ...sizeFaults(text),
];

/** Generated clients use these names, so a removed one is reported by name, not as a line of a large diff. */
export const driftFaults = (committed: string | undefined, { text, document }: Emitted): string[] => {
  if (committed === text) return [];
  return [
    ...removedSince(committed, document).map(
      (name) => `${name} is gone: keep the name, or run \`pnpm openapi --allow-removed\` if clients may lose it`,
    ),
    `${OPENAPI_FILE} is not what the contract says; run \`pnpm openapi\``,
  ];
};

export const checkOpenApi = (): Outcome => {
  const emitted = emit();
  const { text, document } = emitted;
  const schemas = Object.keys(document.components.schemas ?? {}).length;
  return {
    note: `${operationsOf(document).length} operations, ${schemas} schemas, ${Math.ceil(text.length / 1000)} kB`,
    faults: [...documentFaults(emitted), ...driftFaults(readCommitted(), emitted)],
  };
};

const write = (): void => {
  const { text, document } = emit();
  const removed = removedSince(readCommitted(), document);
  const isAllowed = process.argv.includes("--allow-removed");
  for (const name of removed)
    print(`${name} is ${isAllowed ? "removed" : "gone: not written without --allow-removed"}`);
  if (removed.length === 0 || isAllowed) writeFileSync(path.join(ROOT, OPENAPI_FILE), text);
};

if (import.meta.main) {
  if (process.argv.includes("--write")) write();
  await report("openapi", checkOpenApi);
}
