import type { Principal, ServiceScope } from "@dailies/contract";

/** A machine of the product that is calling, known by its signature. */
export interface ServiceCaller {
  readonly credentialId: string;
  readonly name: string;
  readonly scopes: ReadonlySet<ServiceScope>;
}

/** Who is calling: resolved once at the edge, then passed as the first argument after the database. */
export interface Actor extends Principal {
  readonly userId: string;
  readonly username: string;
  readonly realname: string;
  readonly role: string;
  /** Every code held, also those that no route asks for. */
  readonly codes: readonly string[];
  /** The bits of the flags among them that administrators have added. */
  readonly customFlags: number;
  readonly isPasswordSet: boolean;
  readonly sessionId: string;
  /** When this person last proved who they are in this session. */
  readonly signedInAt: Date;
}
