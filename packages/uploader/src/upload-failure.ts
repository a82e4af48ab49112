/**
 * `refused`: the server said no, in the words of the message. `unreachable`: nothing answered for a long time.
 * `storage`: storage refused the bytes. `unreadable`: the file changed or is gone. `rejected`: the check turned it down.
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

/** Of an answer to a call; 0 when none arrived. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : undefined;

const PASSING: ReadonlySet<number> = new Set([0, 408, 425, 429]);

/** Whether the same request may succeed later without anybody doing anything. */
export const isPassingStatus = (status: number): boolean => status >= 500 || PASSING.has(status);

export const asFailure = (error: unknown): UploadFailure => {
  if (error instanceof UploadFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new UploadFailure("refused", message, { cause: error });
};
