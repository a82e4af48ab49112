import { type BulkLine, MAX_BULK_LINES, MAX_CREDITS } from "@dailies/contract";
import type { TFunction } from "i18next";
import { readCsv } from "../../../lib/csv.ts";

export interface AskedLine {
  line: number;
  user_email: string;
  amount: number;
}

/** The parsed input: the lines to send, and the invalid ones. */
export interface ReadLines {
  lines: AskedLine[];
  faults: BulkLine[];
  totalCredits: number;
}

const MAX_ADDRESS = 254;
const MAX_TEXT = 1_000_000;
const WHOLE = /^[+-]?\d{1,15}$/;
const ADDRESS_NAMES = ["email", "e-mail", "user_email", "address"];
const AMOUNT_NAMES = ["amount", "credits"];

const placeOf = (names: readonly string[], head: readonly string[]): number =>
  head.findIndex((name) => names.includes(name.toLowerCase()));

const faultOf = (email: string, amount: string, t: TFunction): string | undefined => {
  if (email === "" || email.length > MAX_ADDRESS || email.includes("\u0000") || !email.isWellFormed())
    return t("tools.bulk.faults.address");
  if (amount === "") return t("tools.bulk.faults.noAmount");
  if (!WHOLE.test(amount)) return t("tools.bulk.faults.amount", { amount });
  return Math.abs(Number(amount)) > MAX_CREDITS ? t("tools.bulk.faults.tooMuch") : undefined;
};

const refused = (line: number, email: string, note: string): BulkLine => ({
  line,
  user_email: email,
  amount: null,
  outcome: "refused",
  notes: [note],
  available_before: null,
  available_after: null,
});

/** Parses lines of an email address and an amount, with or without a header line. */
export const readLines = (text: string, t: TFunction): ReadLines => {
  const rows = readCsv(text);
  const head = rows[0]?.cells ?? [];
  const named = { email: placeOf(ADDRESS_NAMES, head), amount: placeOf(AMOUNT_NAMES, head) };
  const hasHead = named.email >= 0 && named.amount >= 0;
  const places = hasHead ? named : { email: 0, amount: 1 };
  const read: ReadLines = { lines: [], faults: [], totalCredits: 0 };
  for (const { line, cells } of hasHead ? rows.slice(1) : rows) {
    const [email, amount] = [cells[places.email] ?? "", cells[places.amount] ?? ""];
    const fault = faultOf(email, amount, t);
    if (fault === undefined) {
      read.lines.push({ line, user_email: email, amount: Number(amount) });
      read.totalCredits += Math.max(0, Number(amount));
    } else read.faults.push(refused(line, email.slice(0, MAX_ADDRESS), fault));
  }
  return read;
};

/** Why the text cannot be checked, if so. */
export const textFault = (text: string, t: TFunction): string | undefined => {
  if (text.length > MAX_TEXT) return t("tools.bulk.faults.tooLong");
  const { lines, faults } = readLines(text, t);
  const count = lines.length + faults.length;
  if (count === 0) return t("tools.bulk.faults.empty");
  if (count > MAX_BULK_LINES) return t("tools.bulk.faults.tooMany", { count, most: MAX_BULK_LINES });
  const [first] = faults;
  if (lines.length > 0 || !first) return undefined;
  return t("tools.bulk.faults.none", { line: first.line, fault: first.notes.join(", ") });
};
