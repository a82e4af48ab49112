import { hash } from "node:crypto";

/** Tokens rest as hashes only: whoever reads the database can use none of them. */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");
