/**
 * `refused`: the server refused it, with a message. `unreachable`: no response for a long time.
 * `storage`: storage rejected the bytes. `unreadable`: the file changed or was deleted. `rejected`: the server's check
 * failed.
 */
export type FailureReason = "refused" | "unreachable" | "storage" | "unreadable" | "rejected";

export class UploadFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UploadFailure";
    this.reason = reason;
  }
}

/** HTTP status of an error; 0 when there was no response. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : undefined;

const PASSING: ReadonlySet<number> = new Set([0, 408, 425, 429]);

/** Whether a retry of the same request may succeed. */
export const isPassingStatus = (status: number): boolean => status >= 500 || PASSING.has(status);

export const asFailure = (error: unknown): UploadFailure => {
  if (error instanceof UploadFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new UploadFailure("refused", message, { cause: error });
};
