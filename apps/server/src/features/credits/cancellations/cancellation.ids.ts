/** One workflow per request to end a subscription. */
export const cancellationWorkflowId = (cancellationId: string): string => `cancel-subscription/${cancellationId}`;

/**
 * The same for every retry, so that Stripe acts once. Stripe repeats a 5xx answer for the key that got it, so after such an
 * answer the version grows.
 */
export const providerIdempotencyKey = (cancellationId: string, version: number): string =>
  `cancel:${cancellationId}:${version}`;
