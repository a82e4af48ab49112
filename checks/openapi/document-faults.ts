export type Json = Record<string, unknown>;

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
}

export interface OpenApiDocument {
  readonly tags: readonly { readonly name: string; readonly description?: string | undefined }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Json>>;
}

/** Beyond this size, editors and client generators fail on it. */
export const MAX_BYTES = 1_000_000;
/** An object with this many properties that occurs twice should be a named type. */
const MIN_SHARED_PROPERTIES = 5;

const isObject = (node: unknown): node is Json => typeof node === "object" && node !== null && !Array.isArray(node);

/** Every value of the tree with its path. */
export function* walk(node: unknown, path: readonly string[] = []): Generator<[node: Json, path: readonly string[]]> {
  if (Array.isArray(node)) for (const [index, child] of node.entries()) yield* walk(child, [...path, `${index}`]);
  if (!isObject(node)) return;
  yield [node, path];
  for (const [key, child] of Object.entries(node)) yield* walk(child, [...path, key]);
}

export const sizeFaults = (text: string): string[] => {
  const bytes = Buffer.byteLength(text);
  return bytes > MAX_BYTES
    ? [`the document has ${bytes} bytes, which is more than ${MAX_BYTES}: name what repeats`]
    : [];
};

export const operationsOf = ({ paths }: OpenApiDocument): [place: string, operation: Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

export const operationFaults = (document: OpenApiDocument): string[] => {
  const described = new Set(document.tags.filter(({ description }) => !!description?.trim()).map(({ name }) => name));
  const seen = new Set<string>();
  return operationsOf(document).flatMap(([place, { operationId, summary, tags = [] }]) => {
    const faults: string[] = [];
    if (!operationId) faults.push(`${place} has no operationId`);
    else if (seen.has(operationId)) faults.push(`${place} has the operationId ${operationId} of another operation`);
    seen.add(operationId ?? "");
    if (!summary?.trim()) faults.push(`${place} has no summary`);
    if (tags.length === 0) faults.push(`${place} has no tag`);
    for (const tag of tags)
      if (!described.has(tag)) faults.push(`${place} has the tag ${tag}, which nothing describes`);
    return faults;
  });
};

const isNamed = (path: readonly string[]): boolean =>
  path.length === 3 && path[0] === "components" && path[1] === "schemas";

/** Duplicated inline objects that should have a name. */
export const repetitionFaults = (document: OpenApiDocument): string[] => {
  const places = new Map<string, string[]>();
  for (const [node, path] of walk(document)) {
    if (isNamed(path) || node.type !== "object" || !isObject(node.properties)) continue;
    if (Object.keys(node.properties).length < MIN_SHARED_PROPERTIES) continue;
    const content = JSON.stringify({ ...node, default: undefined, title: undefined, description: undefined });
    places.set(content, [...(places.get(content) ?? []), path.join("/")]);
  }
  return [...places.values()]
    .filter((found) => found.length > 1)
    .map((found) => `the same object is written out at ${found.join(" and ")}: export its schema from the contract`);
};

/** Dangling references, and unused components. */
export const referenceFaults = (document: OpenApiDocument): string[] => {
  const known = new Set(
    Object.entries(document.components)
      .filter(([kind]) => kind !== "securitySchemes")
      .flatMap(([kind, components]) => Object.keys(components).map((name) => `#/components/${kind}/${name}`)),
  );
  const used = new Set<string>();
  for (const [node] of walk(document)) if (typeof node.$ref === "string") used.add(node.$ref);
  return [
    ...[...used].filter((ref) => !known.has(ref)).map((ref) => `${ref} does not exist`),
    ...[...known].filter((ref) => !used.has(ref)).map((ref) => `${ref} is used by nothing`),
  ];
};

/** Names that generated clients use. */
const namesOf = (document: OpenApiDocument): string[] => [
  ...Object.entries(document.components).flatMap(([kind, components]) =>
    Object.keys(components).map((name) => `components/${kind}/${name}`),
  ),
  ...operationsOf(document).map(([, { operationId }]) => `operation ${operationId}`),
];

/** Names in the committed document that the contract no longer has. */
export const removedNames = (committed: OpenApiDocument, current: OpenApiDocument): string[] => {
  const kept = new Set(namesOf(current));
  return namesOf(committed).filter((name) => !kept.has(name));
};
