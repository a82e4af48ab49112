import type { SignOnDeps } from "../sign-on-deps.ts";

export interface ScimDeps extends Pick<SignOnDeps, "db" | "clock" | "secretKeys" | "signOn"> {
  /** Undefined unless the operator lets a directory provision accounts. */
  readonly token: string | undefined;
  readonly publicOrigin: string;
}
