/** The responses the start screen of internal users needs, for tests that only pass through it. */
export const START_SCREEN = {
  "datasets.listDatasets": () => ({ reply: { items: [], total: 0 } }),
  "storage.listStorageProfiles": () => ({ reply: { items: [], total: 0 } }),
} as const;
