import { Visitor } from "oxc-parser";
import { parseModule } from "../imports.ts";
import { type Outcome, report } from "../outcome.ts";
import { isGenerated, isSource, lineOf, listFiles, readText } from "../repository.ts";

type Kind = "type" | "name" | "path";

interface Refusal {
  /** Matched against the lower-case words of a name, so that `AskForm` is "ask form" and `Task` is "task". */
  readonly words: RegExp;
  readonly write: string;
  /** Kinds of names that the refusal is limited to: as a function's verb the word may be fine. */
  readonly only?: readonly Kind[];
}

/** Our own words for standard terms, and words with too many meanings. */
const REFUSALS: readonly Refusal[] = [
  { words: /\bwish(es)?\b/, write: "Input, Options or Query" },
  { words: /\basks?\b/, write: "Input, Options or Query", only: ["type"] },
  { words: /\blens(es)?\b/, write: "replica", only: ["type", "path"] },
  // "Developer desk" is the name of a screen.
  { words: /(?<!\bdeveloper )\bdesks?\b/, write: "queue" },
  { words: /\bbooks?\b/, write: "registry, cache or record" },
  { words: /\bshel(f|ves)\b/, write: "cache or bucket" },
  { words: /\bkeepers?\b/, write: "monitor" },
  { words: /\bgifts?\b|^give credits$/, write: "grant" },
  { words: /\bblows?\b/, write: "injected fault" },
  { words: /\btold\b/, write: "reported", only: ["type"] },
  { words: /^told list$/, write: "reported records" },
  { words: /\bby$/, write: "RequestContext", only: ["type"] },
  { words: /^by of$/, write: "auditActor" },
  { words: /^places?\b/, write: "StorageSource, BucketReader or what it is a position in", only: ["type"] },
  { words: /^(open place|place transport)$/, write: "storage source" },
  { words: /^(kept|shared) for a while$/, write: "ttlCache" },
  { words: /^shared work$/, write: "SingleFlight" },
  { words: /^weighed cache$/, write: "LruByteCache" },
  { words: /^answer once$/, write: "withIdempotencyKey" },
  { words: /^use once$/, write: "useIdempotentMutation" },
  { words: /^use (settled|rested)$/, write: "useDebounced" },
  { words: /^use second$/, write: "useNow" },
  { words: /^use place$/, write: "useUrlState" },
  { words: /^(until gone|while here)$/, write: "requestSignal" },
  { words: /^in time$/, write: "withDeadline" },
  { words: /^is unbegun$/, write: "isNotStarted" },
  { words: /^is dry$/, write: "isExhausted" },
  { words: /^is noted$/, write: "isPersisted" },
  { words: /^most tries$/, write: "MAX_ATTEMPTS" },
  { words: /^longest pause ms$/, write: "MAX_BACKOFF_MS" },
  { words: /\blives (s|ms)$/, write: "TTL_S" },
  { words: /^(end turn|administer)$/, write: "a name of what it locks and commits" },
  { words: /^(turn|how|way|hand|look|taking|span)$/, write: "what it holds", only: ["type"] },
  { words: /^call function$/, write: "executePrepared" },
  { words: /\bdense page$/, write: "numbered page" },
  { words: /^(dataset item|data item)$/, write: "DatasetSummary or DatasetRow", only: ["type"] },
  { words: /^give back\b/, write: "release" },
  { words: /^give up\b/, write: "abort or cancel" },
  { words: /^(announce upload|reserve room)$/, write: "create-upload, reserve-quota" },
  { words: /^(work on call|stand fault|tell provider|take output)$/, write: "submit, handle, cancel or store" },
  { words: /^(live line|line keeper)$/, write: "SSE connection" },
  { words: /^(read material|answer board ask)$/, write: "load-board-inputs, compute-board" },
  { words: /^calls of$/, write: "api", only: ["path"] },
];

const wordsOf = (name: string): string =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).join(" ").toLowerCase();

export const refusalOf = (name: string, kind: Kind): string | undefined => {
  const words = wordsOf(name);
  return REFUSALS.find((refusal) => refusal.words.test(words) && (refusal.only?.includes(kind) ?? true))?.write;
};

interface Identifier {
  readonly type: string;
  readonly start: number;
  readonly name?: string;
}

interface Found {
  readonly name: string;
  readonly kind: Kind;
  readonly start: number;
}

/** Names visible to others: types, classes, functions, methods, and exported variables. */
const declaredNames = (file: string, text: string): Found[] => {
  const found: Found[] = [];
  const add = (kind: Kind, id: Identifier | null): void => {
    if (id?.type === "Identifier" && id.name !== undefined) found.push({ name: id.name, kind, start: id.start });
  };
  new Visitor({
    TSInterfaceDeclaration: ({ id }) => add("type", id),
    TSTypeAliasDeclaration: ({ id }) => add("type", id),
    ClassDeclaration: ({ id }) => add("type", id),
    FunctionDeclaration: ({ id }) => add("name", id),
    MethodDefinition: ({ key }) => add("name", key as Identifier),
    TSMethodSignature: ({ key }) => add("name", key as Identifier),
    VariableDeclarator: ({ id, init }) => {
      if (init?.type.endsWith("FunctionExpression")) add("name", id as Identifier);
    },
    ExportNamedDeclaration: ({ declaration }) => {
      if (declaration?.type !== "VariableDeclaration") return;
      for (const { id, init } of declaration.declarations) {
        if (!init?.type.endsWith("FunctionExpression")) add("name", id as Identifier);
      }
    },
  }).visit(parseModule(file, text).program);
  return found;
};

/** `features/x/open-place.test.ts` contains the names features, x and open-place. */
const namesOfPath = (file: string): string[] => file.split("/").map((part) => part.replace(/^([^.]+)[.].*$/, "$1"));

export const findRefusedNames = (file: string, text: string): string[] => {
  const inPath = namesOfPath(file).flatMap((name) => {
    const write = refusalOf(name, "path");
    return write === undefined ? [] : [`${file} path "${name}": write ${write}`];
  });
  const inText = declaredNames(file, text).flatMap(({ name, kind, start }) => {
    const write = refusalOf(name, kind);
    return write === undefined ? [] : [`${file}:${lineOf(text, start)} ${kind} "${name}": write ${write}`];
  });
  return [...inPath, ...inText];
};

export const checkRefusedNames = (): Outcome => {
  const files = listFiles().filter((file) => isSource(file) && !isGenerated(file));
  const faults = files.flatMap((file) => findRefusedNames(file, readText(file)));
  if (files.length === 0) faults.push("no source file was found");
  return { note: `${files.length} source files, ${REFUSALS.length} refusals`, faults };
};

if (import.meta.main) await report("refused names", checkRefusedNames);
