/** `denied` by the person or the provider, `refused` by our checks of the answer. */
export type OpenIdFault = "denied" | "refused" | "unreachable";

export class OpenIdError extends Error {
  readonly fault: OpenIdFault;
  constructor(fault: OpenIdFault, cause: unknown) {
    super(`single sign-on failed (${fault}): ${detailOf(cause)}`);
    this.name = "OpenIdError";
    this.fault = fault;
  }
}

const CODE = /^[\w.-]{1,64}$/;

/** For the log: error codes and the library's own sentences, never claims, tokens or what the address bar contained. */
const detailOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return typeof cause === "string" ? cause : "";
  const { code, error } = cause as { code?: unknown; error?: unknown };
  const codes = [code, error].filter((part) => typeof part === "string" && CODE.test(part));
  const inner = cause.cause instanceof Error ? [detailOf(cause.cause)] : [];
  return [...codes, cause.message, ...inner].join(", ");
};
