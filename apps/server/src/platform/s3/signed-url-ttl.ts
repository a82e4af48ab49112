/** Lifetime of a signed URL in seconds, by its user. */
export const SIGNED_URL_TTL_S = {
  /** Long enough to watch, download or upload what is on a page; short enough that a leaked URL soon expires. */
  browser: 900,
  /** Posters and sprites: browsers cache the redirect for ten minutes, so the URL must live much longer. */
  cachedPicture: 3_600,
  /** A provider may start a job a day later. */
  provider: 86_400,
  /** Our own reads: each URL is used at once, and reused only in the first fifth of its lifetime. */
  ownRead: 300,
  /** A single immediate request to test CORS of a profile's bucket. */
  profileTest: 60,
} as const;
