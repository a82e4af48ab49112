import { hash } from "node:crypto";

/** Only hashes of tokens are stored, so that a reader of the database cannot use them. */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");
