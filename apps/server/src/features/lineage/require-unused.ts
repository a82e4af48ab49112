import type { LineageKind } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { listNear, type ObjectRef } from "./lineage.store.ts";

const NOUNS: Record<LineageKind, string> = {
  dataset: "dataset",
  view: "view",
  label_task: "label task",
  label_snapshot: "label snapshot",
  package: "package",
  run: "run",
  data_experiment: "data experiment",
  service: "service",
  performer: "performer",
  benchmark: "benchmark",
  board: "leaderboard",
};

/** What belongs to an object goes with it. */
const isPart = (owner: ObjectRef, used: { readonly kind: LineageKind; readonly id: string }): boolean =>
  (owner.kind === "dataset" && used.kind === "view") || (owner.kind === "benchmark" && used.id === owner.id);

const othersInWords = (rest: number, { isFirst, isCapped }: { isFirst: boolean; isCapped: boolean }): string => {
  if (!isFirst) return `${rest}${isCapped ? " or" : ""} more`;
  return rest === 1 ? "1 object that you cannot see" : `${rest} objects that you cannot see`;
};

const MAX_NAMED = 5;
const MAX_COUNTED = 1_000;

/**
 * Refuses to delete what is used, with the names of the first users that the person may see and the number of the others.
 * Parts of the object do not count. Call it while the row is locked.
 */
export const requireUnused = async (
  tx: Tx,
  actor: Actor,
  { kind, id }: Pick<ObjectRef, "kind" | "id">,
  advice = "",
): Promise<void> => {
  const ref = { kind, id, version: null };
  const groups = await listNear(tx, actor, [ref], {
    direction: "uses",
    limit: MAX_NAMED + 1,
    most: MAX_COUNTED,
    countsUnlisted: true,
  });
  let [total, isCapped] = [0, false];
  const named: string[] = [];
  for (const { kind: by, items, total: visible, hidden, isCapped: isMore } of groups) {
    if (isPart(ref, { kind: by, id: "" })) continue;
    const others = items.filter((item) => !isPart(ref, item));
    total += visible + hidden - (items.length - others.length);
    isCapped ||= isMore;
    named.push(...others.map(({ name }) => `the ${NOUNS[by]} ${JSON.stringify(name)}`));
  }
  if (total === 0) return;
  const shown = named.slice(0, MAX_NAMED);
  const rest = total - shown.length;
  if (rest > 0) shown.push(othersInWords(rest, { isFirst: shown.length === 0, isCapped }));
  throw new DomainError("conflict", `this ${NOUNS[kind]} is used by ${shown.join(", ")}${advice && `: ${advice}`}`);
};
