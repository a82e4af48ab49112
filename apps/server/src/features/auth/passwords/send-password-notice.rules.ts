/** One notice for each change: the request that made it names it. */
export const passwordNoticeWorkflowId = (userId: string, requestId: string): string =>
  `password-notice/${userId}/${requestId}`;
