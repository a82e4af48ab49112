/** Shaped like a failed request: the server's message and the request id. */
export const sampleFailure = (): Error =>
  Object.assign(new Error("The sample list did not answer within 10 seconds. Nothing was changed."), {
    requestId: "0197f3aa-5c1e-7d20-9b1f-000000000000",
  });
