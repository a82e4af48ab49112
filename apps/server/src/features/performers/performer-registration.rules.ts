import { ADAPTER_CONFIGS, type PerformerInput, parseFieldValue } from "@dailies/contract";
import { InvalidRequest, type Issue } from "../../errors.ts";
import type { Outgoing } from "../../platform/http-client/outgoing.ts";
import { OutgoingError } from "../../platform/http-client/outgoing-error.ts";
import type { PerformerRecord } from "./performer-record.ts";

export type PerformerRegistration = Pick<
  PerformerRecord,
  | "name"
  | "kind"
  | "adapter"
  | "endpoint"
  | "model"
  | "version"
  | "adapterConfig"
  | "inputSchema"
  | "capabilities"
  | "limits"
  | "pricing"
  | "isEnabled"
  | "isShared"
>;

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** By what the operator's exceptions know a performer: its id, which nobody can take over, or its name, unless that is an id. */
export const namesOfCaller = (name: string, id?: string): string[] => [
  ...(ID.test(name) ? [] : [name]),
  ...(id === undefined ? [] : [id]),
];

/** Validates the input, fills in the adapter's defaults, and reports all issues at once. */
export const validateInput = (
  outgoing: Outgoing,
  input: PerformerRegistration,
  { secret, id }: { readonly secret?: string | null | undefined; readonly id?: string },
): PerformerRegistration => {
  const config = ADAPTER_CONFIGS[input.adapter].safeParse(input.adapterConfig);
  const issues = [
    ...(config.success ? [] : config.error.issues.map(({ message, path }) => under("adapter_config", message, path))),
    ...addressIssues(outgoing.ofCaller(...namesOfCaller(input.name, id)), input.endpoint),
    ...input.inputSchema.flatMap(defaultIssues),
    ...secretIssues(secret),
  ];
  if (!config.success || issues.length > 0) throw new InvalidRequest("body", issues);
  return { ...input, adapterConfig: config.data, capabilities: [...new Set(input.capabilities)] };
};

const under = (field: string, message: string, path: readonly PropertyKey[]): Issue => ({
  message,
  path: [field, ...path],
});

const addressIssues = (outgoing: Outgoing, endpoint: string): Issue[] => {
  try {
    outgoing.checkAddress(endpoint);
    return [];
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return [{ message: error.message, path: ["endpoint"] }];
  }
};

/** The secret is sent in a header: one line of printable characters, trimmed. */
const secretIssues = (secret: string | null | undefined): Issue[] =>
  typeof secret !== "string" || /^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/.test(secret.trim())
    ? []
    : [{ message: "a secret is one line of plain characters", path: ["secret"] }];

const defaultIssues = (input: PerformerInput, index: number): Issue[] => {
  if (input.default === undefined) return [];
  const parsed = parseFieldValue(input.spec, input.default);
  if (parsed.isValid) return [];
  return parsed.faults.map(({ message, path }) => under("input_schema", message, [index, "default", ...path]));
};
