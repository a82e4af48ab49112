/** What a user needs to know about an error. */
export interface ErrorFacts {
  message: string;
  requestId?: string | undefined;
  /** The failed request: `GET /api_v1/task/7`. */
  call?: string | undefined;
}

const textOf = (error: Error, key: string): string | undefined => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? value : undefined;
};

/** Reads a caught error: its message, and the request id and the request if present. Undefined if it has no message. */
export const errorFacts = (error: unknown): ErrorFacts | undefined => {
  if (!(error instanceof Error) || error.message === "") return undefined;
  const [method, path] = [textOf(error, "method"), textOf(error, "path")];
  const call = method && path ? `${method} ${path}` : undefined;
  return { message: error.message, requestId: textOf(error, "requestId"), call };
};
