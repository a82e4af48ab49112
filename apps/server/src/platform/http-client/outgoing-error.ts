export type OutgoingFault = "forbidden_address" | "unreachable" | "timeout" | "too_large" | "bad_answer";

/** An outgoing request that was refused or failed. */
export class OutgoingError extends Error {
  readonly fault: OutgoingFault;
  constructor(fault: OutgoingFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutgoingError";
    this.fault = fault;
  }
}
