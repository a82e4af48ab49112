import { Visitor } from "oxc-parser";
import { parseModule } from "../imports.ts";
import { type Outcome, report } from "../outcome.ts";
import { lineOf, listFiles, readText } from "../repository.ts";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Element {
  readonly start: number;
  /** The source text of each attribute's value; "true" for an attribute without one. */
  readonly attributes: ReadonlyMap<string, string>;
}

interface Attribute extends Node {
  readonly name: { readonly name?: unknown };
  readonly value: Node | null;
}

const elementOf = (text: string, start: number, attributes: readonly Node[]): Element => ({
  start,
  attributes: new Map(
    attributes.flatMap((attribute) => {
      if (attribute.type !== "JSXAttribute") return [];
      const { name, value } = attribute as Attribute;
      const source = value === null ? "true" : text.slice(value.start, value.end).replaceAll(/^[{]|[}]$/g, "");
      return [[String(name.name), source] as const];
    }),
  ),
});

const setterOf = (state: string): string => `set${state.charAt(0).toUpperCase()}${state.slice(1)}`;

/** The call that opens a dialog: `setIsAsking(true)` of `isAsking`, `setOpen("remove")` of `open === "remove"`. */
const openingCall = (isOpen: string): string | undefined => {
  const [, state, value = "true"] = /^(\w+)(?:\s*===\s*("[^"]*"))?$/.exec(isOpen) ?? [];
  return state === undefined ? undefined : `${setterOf(state)}(${value})`;
};

/**
 * Destructive buttons have one look: filled in the dialog that confirms, outlined or as text where the dialog is opened.
 * Finds filled ones outside of a dialog, and buttons that open a destructive confirmation and do not show it.
 */
export const findDangerFaults = (file: string, text: string): string[] => {
  if (!/\bdanger\b|\bisDangerous\b/.test(text)) return [];
  const buttons: Element[] = [];
  const confirms: Element[] = [];
  let isDialog = false;
  new Visitor({
    JSXOpeningElement: ({ name, start, attributes }) => {
      if (name.type !== "JSXIdentifier") return;
      if (name.name === "Button") buttons.push(elementOf(text, start, attributes));
      if (name.name === "Confirm") confirms.push(elementOf(text, start, attributes));
      if (name.name === "FormDialog" || name.name === "Modal") isDialog = true;
    },
  }).visit(parseModule(file, text).program);
  const filled = buttons.filter(
    ({ attributes }) => attributes.has("danger") && attributes.get("type") === '"primary"' && !isDialog,
  );
  const calls = confirms.flatMap(({ attributes }) =>
    attributes.has("isDangerous") ? [openingCall(attributes.get("isOpen") ?? "")] : [],
  );
  const hidden = buttons.filter(
    ({ attributes }) =>
      !attributes.has("danger") && calls.some((call) => call && attributes.get("onClick")?.endsWith(`=> ${call}`)),
  );
  return [
    ...filled.map(({ start }) => `${file}:${lineOf(text, start)} is filled outside of a dialog that confirms`),
    ...hidden.map(({ start }) => `${file}:${lineOf(text, start)} opens a destructive confirmation: give it "danger"`),
  ];
};

/** The row of buttons of every form dialog. */
const DIALOG_BUTTONS = "apps/web/src/ui/form/form-buttons.tsx";

export const checkDangerButtons = (): Outcome => {
  const files = listFiles().filter((file) => /^apps[/]web[/]src[/].*(?<![.]test)[.]tsx$/.test(file));
  return {
    note: `${files.length} components`,
    faults: files.filter((file) => file !== DIALOG_BUTTONS).flatMap((file) => findDangerFaults(file, readText(file))),
  };
};

if (import.meta.main) await report("danger buttons", checkDangerButtons);
