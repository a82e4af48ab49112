import { availableParallelism } from "node:os";
import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";

/** argon2id is the library's default; 19 MiB and two passes are the recommended minimum. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Loaded lazily, so that native code does not delay startup. */
const loadArgon2 = () => import("@node-rs/argon2");

const hash = async (password: string): Promise<string> => (await loadArgon2()).hash(password, COST);

const MAX_AT_ONCE = 2;

/** A hash takes a core for 15 ms: where there is more than one, one is left to all other requests. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(MAX_AT_ONCE, cores - 1));

const queue = new BoundedQueue({ running: hashesAtOnce(availableParallelism()), waiting: 64 });

const busy = (): DomainError => new DomainError("throttled", MESSAGES.busy, { retryAfterS: 2 });

const queued = async <T>(work: () => Promise<T>): Promise<T> => {
  const result = queue.run(work);
  if (!result) throw busy();
  return await result;
};

/** Of one account: many attempts at once must not fill the queue that everybody waits in. */
const MAX_OF_ACCOUNT = 4;
const ofAccount = new Map<string, number>();

const withinAccount = async <T>(account: string, work: () => Promise<T>): Promise<T> => {
  const before = ofAccount.get(account) ?? 0;
  if (before >= MAX_OF_ACCOUNT) throw busy();
  ofAccount.set(account, before + 1);
  try {
    return await work();
  } finally {
    const left = (ofAccount.get(account) ?? 1) - 1;
    if (left === 0) ofAccount.delete(account);
    else ofAccount.set(account, left);
  }
};

export const hashPassword = (password: string): Promise<string> => queued(() => hash(normal(password)));

/** Takes as long for an account without a password, or for no account, as for a wrong password, against timing attacks. */
export const verifyPassword = async (
  passwordHash: string | null | undefined,
  password: string,
  /** The id of the account, or what was typed as its name. */
  account: string,
): Promise<boolean> => {
  const isRight = await withinAccount(account, () =>
    queued(async () => {
      const { verify } = await loadArgon2();
      return await verify(passwordHash ?? (await nobodysHash()), normal(password));
    }),
  );
  return isRight && passwordHash != null;
};

/** Different keyboards can send the same password as different code points. */
const normal = (password: string): string => password.normalize("NFKC");

let nobody: Promise<string> | undefined;
const nobodysHash = (): Promise<string> => {
  nobody ??= hash("nobody has this password");
  return nobody;
};
