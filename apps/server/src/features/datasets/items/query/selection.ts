import type { Predicate } from "@dailies/contract";
import type { ItemVersion } from "../item-version.store.ts";
import type { Replica } from "../replica/replica.ts";
import type { Clause } from "./compile-predicate.ts";

/** A version, the copy that answers for it, and the condition in the copy's terms. */
export interface Selection {
  readonly source: ItemVersion;
  readonly replica: Replica;
  readonly predicate: Predicate | undefined;
  readonly words: readonly string[];
  readonly clause: Clause;
  /** The same for the same choice, however it was written. */
  readonly key: string;
  readonly isEverything: boolean;
}
