import { hash, randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "@dailies/contract";

/** Without letters and digits that are easily confused; 32 of them, so that each stands for five random bits. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 3;
const GROUP_LENGTH = 8;

const group = (): string => [...randomBytes(GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
const makeCode = (): string => Array.from({ length: GROUPS }, group).join("-");

/** 120 random bits each: nobody guesses one, not even from its hash. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, makeCode);

/** Without a key, so that the codes outlive it. Case, dashes and spaces do not matter: people copy them from paper. */
export const hashRecoveryCode = (userId: string, code: string): Buffer =>
  hash("sha256", `${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`, "buffer");
