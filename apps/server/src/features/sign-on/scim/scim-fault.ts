import { ERROR_STATUS, SCIM_SCHEMAS, type scimError } from "@dailies/contract";
import type { z } from "zod";
import { DomainError } from "../../../errors.ts";

/** The types of RFC 7644, section 3.12, that occur here. */
type ScimType = "invalidFilter" | "invalidSyntax" | "invalidValue" | "mutability" | "noTarget" | "uniqueness";

/** A request that the standard does not allow, or that we do not support. */
export class ScimFault extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(scimType: ScimType | undefined, detail: string, status = 400) {
    super(detail);
    this.name = "ScimFault";
    this.scimType = scimType;
    this.status = status;
  }
}

export interface ScimAnswer {
  readonly status: number;
  /** Undefined for an answer without one. */
  readonly body: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const bodyOf = (status: number, detail: string, scimType: ScimType | undefined): z.input<typeof scimError> => ({
  schemas: [SCIM_SCHEMAS.error],
  status: `${status}`,
  ...(scimType !== undefined && { scimType }),
  detail,
});

const headersOf = ({ code, retryAfterS }: DomainError): Record<string, string> => ({
  ...(code === "not_signed_in" && { "www-authenticate": "Bearer" }),
  ...(retryAfterS !== undefined && { "retry-after": `${Math.ceil(retryAfterS)}` }),
});

/** The refusal as directories read it; whatever is none is thrown again. */
export const faultAnswer = (error: unknown): ScimAnswer => {
  if (error instanceof ScimFault)
    return { status: error.status, body: bodyOf(error.status, error.message, error.scimType) };
  if (!(error instanceof DomainError)) throw error;
  const status = error.code === "invalid" ? 400 : ERROR_STATUS[error.code];
  return { status, body: bodyOf(status, error.message, undefined), headers: headersOf(error) };
};
