/** How long a signed URL works, in seconds, by who is to use it. */
export const SIGNED_URL_TTL_S = {
  /** Long enough to watch, download or send what is on a page; short enough that a URL which leaks is soon of no use. */
  browser: 900,
  /** Posters and sprites, whose redirect browsers keep for ten minutes: the URL must outlive that by far. */
  cachedPicture: 3_600,
  /** A provider fetches when it gets to a job, which may take it a day. */
  provider: 86_400,
  /** Our own reads: each URL is used at once, and again only in the first fifth of its life. */
  ownRead: 300,
  /** One request right now, to see whether a profile's bucket answers pages of ours. */
  profileTest: 60,
} as const;
