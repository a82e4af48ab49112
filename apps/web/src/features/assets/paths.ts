/** Named where a part of this feature stands on other screens and leads back here. */
export const PATHS = { assets: "/static-source-manage" } as const;
