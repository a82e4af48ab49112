import type { Principal, ServiceScope } from "@dailies/contract";

/** A service of the product, authenticated by its signature. */
export interface ServiceCaller {
  readonly credentialId: string;
  readonly name: string;
  readonly scopes: ReadonlySet<ServiceScope>;
}

/** The authenticated user: resolved once in the HTTP layer and passed as the first argument after the database. */
export interface Actor extends Principal {
  readonly userId: string;
  readonly username: string;
  readonly realname: string;
  readonly role: string;
  /** Every code held, including those that no route checks. */
  readonly codes: readonly string[];
  /** The bits of the custom flags among them. */
  readonly customFlags: number;
  readonly isPasswordSet: boolean;
  readonly hasSecondFactor: boolean;
  readonly sessionId: string;
  /** When the user last proved who they are in this session. */
  readonly signedInAt: Date;
}
