import { parseSync, Visitor } from "oxc-parser";

export interface WrittenImport {
  readonly specifier: string;
  /** Erased at run time. */
  readonly isTypeOnly: boolean;
}

/** Import forms that the parser's own list omits; only files that may contain one are traversed. */
const RARE = /\brequire\b|\bimport\s*[(/]|\bexport\s*\{\s*\}/;

const rareImports = (parsed: ReturnType<typeof parseSync>): WrittenImport[] => {
  const found: WrittenImport[] = [];
  const add = (specifier: unknown): void => {
    if (typeof specifier === "string") found.push({ specifier, isTypeOnly: false });
  };
  new Visitor({
    // Erased at run time, but it reads like an import of the whole module, so it counts as one.
    TSImportType: ({ source }) => add(source.value),
    TSImportEqualsDeclaration: ({ moduleReference }) => {
      if (moduleReference.type === "TSExternalModuleReference") add(moduleReference.expression.value);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === "Identifier" && callee.name === "require" && first?.type === "Literal") add(first.value);
    },
    ImportExpression: ({ source }) => {
      // A template with expressions does not name a single module.
      if (source.type === "TemplateLiteral" && source.quasis.length === 1) add(source.quasis[0]?.value.cooked);
      else if (source.type === "Literal") add(source.value);
    },
    ExportNamedDeclaration: ({ source, specifiers }) => {
      if (specifiers.length === 0) add(source?.value);
    },
  }).visit(parsed.program);
  return found;
};

/** Parses a source file. */
export const parseModule = (file: string, text: string): ReturnType<typeof parseSync> => {
  const parsed = parseSync(file, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${file} cannot be parsed: ${error.message}`);
  return parsed;
};

/** Every module that a source file names: imports, re-exports, and imports inside expressions and types. */
export const importsOf = (file: string, text: string): WrittenImport[] => {
  const parsed = parseModule(file, text);
  const { staticImports, staticExports } = parsed.module;
  const imports = staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    isTypeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exports = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ specifier: moduleRequest.value, isTypeOnly: isType }],
    ),
  );
  return [...imports, ...exports, ...(RARE.test(text) ? rareImports(parsed) : [])];
};
