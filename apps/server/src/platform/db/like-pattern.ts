/**
 * What a user typed, to be put into a LIKE pattern: percent signs, underscores and backslashes stand for themselves. The
 * caller adds the wildcards.
 */
export const escapeLike = (words: string): string => words.replaceAll(/[\\%_]/g, "\\$&");

/** Matches texts that contain these words anywhere. */
export const likePattern = (words: string): string => `%${escapeLike(words)}%`;
