/** Wide: the indentation of more lines would take a tenth of the size that the document may have. */
const WIDTH = 400;

const onOneLine = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${onOneLine(item)}`);
  return entries.length === 0 ? "{}" : `{${entries.join(", ")}}`;
};

/** JSON with short values on one line. The value must come from JSON. */
export const formatJson = (value: unknown, indent = ""): string => {
  const line = onOneLine(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}\t`;
  const parts = Array.isArray(value)
    ? value.map((item) => formatJson(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${formatJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
};
