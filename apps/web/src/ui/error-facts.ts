/** What a reader needs to know about a failure. */
export interface ErrorFacts {
  message: string;
  requestId?: string;
}

/** Reads a caught error: its words, and the request id when it carries one. Undefined when it has no words. */
export const errorFacts = (error: unknown): ErrorFacts | undefined => {
  if (!(error instanceof Error) || error.message === "") return undefined;
  const requestId = "requestId" in error && typeof error.requestId === "string" ? error.requestId : undefined;
  return { message: error.message, requestId };
};
