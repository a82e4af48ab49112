import { createHmac } from "node:crypto";
import type { SecretKey } from "../../../platform/crypto/secret-keys.ts";

export const SIGN_IN_CODE_VALID_MINUTES = 10;
export const SIGN_IN_CODE_TRIES = 5;

/** Uses an HMAC: all one million codes can be tried against a plain hash within a second. */
export const hashSignInCode = (key: SecretKey, codeRequestId: string, code: string): Buffer =>
  createHmac("sha256", key.bytes).update(`${codeRequestId}:${code}`).digest();

export const signInCodeWorkflowId = (codeRequestId: string): string => `sign-in-code/${codeRequestId}`;
