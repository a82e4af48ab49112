import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";

/** argon2id is the library's default; 19 MiB and two passes are the recommended minimum. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Loaded lazily, so that native code does not delay startup. */
const loadArgon2 = () => import("@node-rs/argon2");

const hash = async (password: string): Promise<string> => (await loadArgon2()).hash(password, COST);

/** A hash takes a core for 15 ms: without a bound, sign-ins could starve other requests. */
const queue = new BoundedQueue({ running: 2, waiting: 64 });

const queued = async <T>(work: () => Promise<T>): Promise<T> => {
  const result = queue.run(work);
  if (!result) throw new DomainError("throttled", MESSAGES.busy, { retryAfterS: 2 });
  return await result;
};

export const hashPassword = (password: string): Promise<string> => queued(() => hash(normal(password)));

/** Takes as long for an account without a password, or for no account, as for a wrong password, against timing attacks. */
export const verifyPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  const isRight = await queued(async () => {
    const { verify } = await loadArgon2();
    return await verify(passwordHash ?? (await nobodysHash()), normal(password));
  });
  return isRight && passwordHash != null;
};

/** Different keyboards can send the same password as different code points. */
const normal = (password: string): string => password.normalize("NFKC");

let nobody: Promise<string> | undefined;
const nobodysHash = (): Promise<string> => {
  nobody ??= hash("nobody has this password");
  return nobody;
};
