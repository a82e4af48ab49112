/** Passed in wherever time matters, so that tests can move it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
