/**
 * The words of every feature, each fetched beside the screens that say them. The keys of `t` are typed from this table:
 * `t("users.…")` is what `users` holds in English.
 */
export const wordGroups = {
  assets: {
    en: async () => (await import("../../features/assets/words/en.ts")).assetsWords,
    zh: async () => (await import("../../features/assets/words/zh.ts")).assetsWords,
  },
  auth: {
    en: async () => (await import("../../features/auth/words/en.ts")).authWords,
    zh: async () => (await import("../../features/auth/words/zh.ts")).authWords,
  },
  benchmarks: {
    en: async () => (await import("../../features/benchmarks/words/en.ts")).benchmarksWords,
    zh: async () => (await import("../../features/benchmarks/words/zh.ts")).benchmarksWords,
  },
  content: {
    en: async () => (await import("../../features/content/words/en.ts")).contentWords,
    zh: async () => (await import("../../features/content/words/zh.ts")).contentWords,
  },
  credits: {
    en: async () => (await import("../../features/credits/words/en.ts")).creditsWords,
    zh: async () => (await import("../../features/credits/words/zh.ts")).creditsWords,
  },
  datasetItems: {
    en: async () => (await import("../../features/datasets/items/words/en.ts")).datasetItemsWords,
    zh: async () => (await import("../../features/datasets/items/words/zh.ts")).datasetItemsWords,
  },
  datasets: {
    en: async () => (await import("../../features/datasets/words/en.ts")).datasetsWords,
    zh: async () => (await import("../../features/datasets/words/zh.ts")).datasetsWords,
  },
  desk: {
    en: async () => (await import("../../features/developer-desk/words/en.ts")).deskWords,
    zh: async () => (await import("../../features/developer-desk/words/zh.ts")).deskWords,
  },
  evaluations: {
    en: async () => (await import("../../features/evaluations/words/en.ts")).evaluationsWords,
    zh: async () => (await import("../../features/evaluations/words/zh.ts")).evaluationsWords,
  },
  exports: {
    en: async () => (await import("../../features/exports/words/en.ts")).exportsWords,
    zh: async () => (await import("../../features/exports/words/zh.ts")).exportsWords,
  },
  dimensions: {
    en: async () => (await import("../../features/dimensions/words/en.ts")).dimensionsWords,
    zh: async () => (await import("../../features/dimensions/words/zh.ts")).dimensionsWords,
  },
  history: {
    en: async () => (await import("../../features/operation-log/words/en.ts")).historyWords,
    zh: async () => (await import("../../features/operation-log/words/zh.ts")).historyWords,
  },
  home: {
    en: async () => (await import("../../features/home/words/en.ts")).homeWords,
    zh: async () => (await import("../../features/home/words/zh.ts")).homeWords,
  },
  leaderboards: {
    en: async () => (await import("../../features/leaderboards/words/en.ts")).leaderboardsWords,
    zh: async () => (await import("../../features/leaderboards/words/zh.ts")).leaderboardsWords,
  },
  performers: {
    en: async () => (await import("../../features/performers/words/en.ts")).performersWords,
    zh: async () => (await import("../../features/performers/words/zh.ts")).performersWords,
  },
  permissions: {
    en: async () => (await import("../../features/permissions/words/en.ts")).permissionsWords,
    zh: async () => (await import("../../features/permissions/words/zh.ts")).permissionsWords,
  },
  settings: {
    en: async () => (await import("../../features/settings/words/en.ts")).settingsWords,
    zh: async () => (await import("../../features/settings/words/zh.ts")).settingsWords,
  },
  shared: {
    en: async () => (await import("../../shared/words/en.ts")).sharedWords,
    zh: async () => (await import("../../shared/words/zh.ts")).sharedWords,
  },
  tasks: {
    en: async () => (await import("../../features/tasks/words/en.ts")).tasksWords,
    zh: async () => (await import("../../features/tasks/words/zh.ts")).tasksWords,
  },
  tools: {
    en: async () => (await import("../../features/platform-tools/words/en.ts")).toolsWords,
    zh: async () => (await import("../../features/platform-tools/words/zh.ts")).toolsWords,
  },
  ui: {
    en: async () => (await import("../../ui/words/en.ts")).uiEn,
    zh: async () => (await import("../../ui/words/zh.ts")).uiZh,
  },
  users: {
    en: async () => (await import("../../features/users/words/en.ts")).usersWords,
    zh: async () => (await import("../../features/users/words/zh.ts")).usersWords,
  },
  viewer: {
    en: async () => (await import("../../features/viewer/words/en.ts")).viewerWords,
    zh: async () => (await import("../../features/viewer/words/zh.ts")).viewerWords,
  },
} as const;

export type WordGroup = keyof typeof wordGroups;

export type GroupWords = { [Group in WordGroup]: Awaited<ReturnType<(typeof wordGroups)[Group]["en"]>> };
