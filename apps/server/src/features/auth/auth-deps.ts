import type { Clock } from "../../platform/clock.ts";
import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";

/** Whose passkeys these are, and from which pages they are accepted. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

export interface AuthDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly secretKeys: SecretKeys;
  /** Failed sign-ins allowed per 15 minutes. */
  readonly limits: { readonly perAccount: number; readonly perNetwork: number };
  readonly relyingParty: RelyingParty;
  /** Whether a single platform flag opens its own screens. */
  readonly isFineGrained: () => boolean;
  /** Whether holders of powerful codes need a second factor. */
  readonly isSecondFactorRequired: () => boolean;
  /** Words of the organisation that no password may contain. */
  readonly refusedWords: () => readonly string[];
}
