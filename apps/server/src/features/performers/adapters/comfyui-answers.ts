import type { ProviderState } from "../requests/adapter.ts";
import { failureOf } from "./provider-faults.ts";
import { at, type OurStatus, textAt, toState } from "./read-answer.ts";

const STATUSES: Readonly<Record<string, OurStatus>> = {
  success: "Succeeded",
  error: "Failed",
  interrupted: "Cancelled",
};

const messagesOf = (entry: unknown): readonly unknown[] => {
  const messages = at(entry, "/status/messages");
  return Array.isArray(messages) ? messages : [];
};

/** How a history entry ended: an interruption is reported among the messages of an error. */
export const stateOfEntry = (entry: unknown): ProviderState => {
  const messages = messagesOf(entry);
  const has = (name: string): unknown => messages.find((message) => textAt(message, "/0") === name);
  const raw = has("execution_interrupted") ? "interrupted" : (textAt(entry, "/status/status_str") ?? "unknown");
  const state = toState(raw, STATUSES);
  if (state.status !== "Failed") return state;
  const error = has("execution_error");
  const code = textAt(error, "/1/exception_type") ?? "";
  return { ...state, error: failureOf({ code, message: (textAt(error, "/1/exception_message") ?? "").slice(0, 400) }) };
};

/** The position of a job in the queue; entries are [number, id, …], and the lowest number is next. */
export const findPlace = (queue: unknown, id: string): ProviderState | undefined => {
  const listed = (pointer: string): readonly unknown[] => {
    const found = at(queue, pointer);
    return Array.isArray(found) ? found : [];
  };
  if (listed("/queue_running").some((item) => textAt(item, "/1") === id)) {
    return toState("running", { running: "Running" });
  }
  const pending = listed("/queue_pending").toSorted((a, b) => Number(at(a, "/0")) - Number(at(b, "/0")));
  const queuePosition = pending.findIndex((item) => textAt(item, "/1") === id);
  return queuePosition < 0 ? undefined : toState("pending", { pending: "Queued" }, { queuePosition });
};

const CLIP = /\.(?:mp4|webm|mov|mkv|avi|gif|webp)$/i;

/** The first clip among the saved outputs, as parameters of /view. */
export const outputIn = (entry: unknown, node: string): Record<string, string> | undefined => {
  const outputs = at(entry, "/outputs");
  if (typeof outputs !== "object" || outputs === null) return undefined;
  const nodes = Object.entries(outputs).filter(([id]) => node === "" || id === node);
  for (const [, saved] of nodes) {
    if (typeof saved !== "object" || saved === null) continue;
    for (const file of Object.values(saved).flat() as unknown[]) {
      const filename = textAt(file, "/filename");
      if (filename === undefined || !CLIP.test(filename)) continue;
      return { filename, subfolder: textAt(file, "/subfolder") ?? "", type: textAt(file, "/type") ?? "output" };
    }
  }
  return undefined;
};
