import type { OperationLogEntry } from "@dailies/contract";

type Meta = OperationLogEntry["meta"];

export interface Target {
  /** Undefined for an address, which the entry has as it is. */
  readonly kind: string | undefined;
  readonly name: string | undefined;
  readonly id: string;
}

const SUBJECT = /^([a-z][a-z_]*):(.+)$/su;
const NAMES = ["name", "username", "title", "key"] as const;

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "object" && value !== null && "to" in value ? textOf(value.to) : undefined;
};

const nameIn = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? NAMES.map((name) => textOf((value as Record<string, unknown>)[name])).find((text) => text !== undefined)
    : undefined;

/** What an entry is about: `label_task:01a1…` in parts, with the name that the entry gives it. */
export const targetOf = (meta: Meta): Target => {
  const [, kind, id] = SUBJECT.exec(meta.target) ?? [];
  if (kind === undefined || id === undefined) return { kind: undefined, name: undefined, id: meta.target };
  const name = nameIn(meta) ?? nameIn(meta.after) ?? nameIn(meta.before);
  return { kind, name: name === id ? undefined : name, id };
};

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/u;

/** Long ids are shortened; a person or an address is not. */
export const isLongId = (id: string): boolean => UUID.test(id) || /^[0-9a-f]{32,}$/u.test(id);
