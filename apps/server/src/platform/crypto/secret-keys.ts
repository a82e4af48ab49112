import { hkdfSync } from "node:crypto";

/** The server's keys: the current one encrypts, all of them decrypt. The current one is the first. */
export interface SecretKeys {
  readonly current: SecretKey;
  readonly all: readonly SecretKey[];
}

export interface SecretKey {
  /** Says which key encrypted a value without telling anything about the key. */
  readonly id: string;
  readonly bytes: Buffer;
}

const ID_BYTES = 4;

const named = (bytes: Buffer): SecretKey => ({
  id: Buffer.from(hkdfSync("sha256", bytes, "", "dailies key id", ID_BYTES)).toString("hex"),
  bytes,
});

export const secretKeysOf = (current: Buffer, additional: readonly Buffer[] = []): SecretKeys => {
  const keys = [named(current), ...additional.map(named)] as const;
  return { current: keys[0], all: keys.filter(({ id }, at) => keys.findIndex((key) => key.id === id) === at) };
};
