/** Used where components of this feature appear on other screens and link back here. */
export const PATHS = { assets: "/static-source-manage" } as const;
