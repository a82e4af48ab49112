/** What the start screen of internal people asks for, for tests that only pass by it. */
export const START_SCREEN = {
  "datasets.listDatasets": () => ({ reply: { items: [], total: 0 } }),
  "storage.listStorageProfiles": () => ({ reply: { items: [], total: 0 } }),
} as const;
