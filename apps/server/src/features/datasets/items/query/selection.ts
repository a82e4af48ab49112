import type { Predicate } from "@dailies/contract";
import type { ItemVersion } from "../item-version.store.ts";
import type { Replica } from "../replica/replica.ts";
import type { Clause } from "./compile-predicate.ts";

/** A version, its replica, and the condition compiled for the replica. */
export interface Selection {
  readonly source: ItemVersion;
  readonly replica: Replica;
  readonly predicate: Predicate | undefined;
  readonly words: readonly string[];
  readonly clause: Clause;
  /** Identical for equivalent selections, however they were written. */
  readonly key: string;
  readonly isEverything: boolean;
}
