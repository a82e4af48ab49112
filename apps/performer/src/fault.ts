import { z } from "zod";

/** Faults that a job can request; the number after the colon is seconds or a count. */
export const FAULTS = [
  "slow",
  "hang",
  "fail",
  "refuse",
  "half_body",
  "wrong_length",
  "wrong_size",
  "answer_twice",
  "late_after_cancel",
  "throttle",
  "error_500",
  "lost_answer",
] as const;
export type FaultName = (typeof FAULTS)[number];

export interface Fault {
  readonly name: FaultName;
  readonly amount?: number;
}

const MAX_AMOUNT = 86_400;
const FORM = /^(?<name>[a-z0-9_]+)(?::(?<amount>\d{1,5}(?:\.\d{1,3})?))?$/;
const DIRECTIVE = /\[fault:(?<fault>[^\]]{1,40})\]/g;

const isFault = (name: string): name is FaultName => (FAULTS as readonly string[]).includes(name);

export const readFault = (text: string): Fault | undefined => {
  const { name, amount } = FORM.exec(text)?.groups ?? {};
  if (name === undefined || !isFault(name)) return undefined;
  return amount === undefined ? { name } : { name, amount: Math.min(Number(amount), MAX_AMOUNT) };
};

/** `slow:30`, `fail`, … */
export const faultText = z.string().transform((text, context): Fault => {
  const fault = readFault(text);
  if (fault) return fault;
  context.addIssue({ code: "custom", message: `not a fault; one of ${FAULTS.join(", ")}` });
  return z.NEVER;
});

/** Directives inside a prompt, as in "a fox [fault:slow:5][fault:wrong_size]". */
export const faultsInPrompt = (prompt: string): Fault[] =>
  [...prompt.matchAll(DIRECTIVE)].flatMap(({ groups }) => readFault(groups?.fault ?? "") ?? []);

export const withoutDirectives = (prompt: string): string => prompt.replaceAll(DIRECTIVE, "").trim();

export const amountOf = (faults: readonly Fault[], name: FaultName, otherwise: number): number => {
  const found = faults.find((fault) => fault.name === name);
  return found ? (found.amount ?? otherwise) : 0;
};

export const hasFault = (faults: readonly Fault[], name: FaultName): boolean =>
  faults.some((fault) => fault.name === name);
