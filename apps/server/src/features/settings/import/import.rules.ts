import { type FieldSpec, type FieldValue, parseFieldValue, sameValue } from "@dailies/contract";
import { declarationFault, describeFaults, sameSpec } from "../config.rules.ts";

export interface ImportedItem {
  readonly key: string;
  readonly schema: FieldSpec;
  readonly value: FieldValue;
  readonly description: string;
}

/** The existing state of a key before an import. */
export interface ExistingConfig {
  readonly is_archived: boolean;
  readonly is_sensitive: boolean;
  readonly description: string;
  readonly schema: unknown;
  readonly value: unknown;
}

export interface ImportStep {
  readonly key: string;
  readonly action: "create" | "update" | "unchanged" | "refused";
  readonly notes: string[];
  /** The data to write, if any. */
  readonly item: ImportedItem;
  /** False when only the description changes. */
  readonly hasNewValue: boolean;
}

/** Plans what an import does to each key, in file order. Pure: preview and import share the plan. */
export const planImport = (
  items: readonly ImportedItem[],
  existing: ReadonlyMap<string, ExistingConfig>,
  mayChange: (key: string) => boolean,
): ImportStep[] => {
  const seen = new Set<string>();
  return items.map((item) => {
    const isRepeated = seen.has(item.key);
    seen.add(item.key);
    if (isRepeated) return refuse(item, "this key occurs twice in the file");
    if (!mayChange(item.key)) return refuse(item, "only MAGI_ADMIN may change this key");
    return planItem(item, existing.get(item.key));
  });
};

const refuse = (item: ImportedItem, note: string): ImportStep => ({
  key: item.key,
  action: "refused",
  notes: [note],
  item,
  hasNewValue: false,
});

const planItem = (given: ImportedItem, there: ExistingConfig | undefined): ImportStep => {
  if (there?.is_archived) return refuse(given, "this key is archived, restore it first");
  if (there?.is_sensitive) return refuse(given, "this key is sensitive: enter its value manually");
  const parsed = parseFieldValue(given.schema, given.value);
  if (!parsed.isValid) return refuse(given, describeFaults(parsed.faults));
  const item: ImportedItem = { ...given, value: parsed.value };
  const fault = declarationFault(item.key, item.value);
  const notes = fault ? [`it cannot be published: ${fault}`] : [];
  const step = { key: item.key, notes, item };
  if (!there) return { ...step, action: "create", hasNewValue: true };
  const isSame = sameSpec(item.schema, there.schema as FieldSpec) && sameValue(item.value, there.value as FieldValue);
  const isUnchanged = isSame && item.description === there.description;
  return { ...step, action: isUnchanged ? "unchanged" : "update", hasNewValue: !isSame };
};
