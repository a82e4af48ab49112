export type OutgoingFault = "forbidden_address" | "unreachable" | "timeout" | "too_large" | "bad_answer";

/** A request to somebody else's server that was not made, or not answered as it should. */
export class OutgoingError extends Error {
  readonly fault: OutgoingFault;
  constructor(fault: OutgoingFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutgoingError";
    this.fault = fault;
  }
}
