import { createHmac } from "node:crypto";

export const SIGN_IN_CODE_VALID_MINUTES = 10;
export const SIGN_IN_CODE_TRIES = 5;

/** Keyed, because a million codes can be tried against a plain hash in a second. */
export const hashSignInCode = (secretKey: Buffer, codeRequestId: string, code: string): Buffer =>
  createHmac("sha256", secretKey).update(`${codeRequestId}:${code}`).digest();

export const signInCodeWorkflowId = (codeRequestId: string): string => `sign-in-code/${codeRequestId}`;
