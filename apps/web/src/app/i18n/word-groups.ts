/**
 * The strings of every feature, loaded lazily with its screens. The keys of `t` are typed from this table: `t("users.…")`
 * resolves to the English strings of `users`.
 */
export const wordGroups = {
  assetPicker: {
    en: async () => (await import("../../shared/asset-picker/locales/en.ts")).assetPickerWords,
    zh: async () => (await import("../../shared/asset-picker/locales/zh.ts")).assetPickerWords,
  },
  assets: {
    en: async () => (await import("../../features/assets/locales/en.ts")).assetsWords,
    zh: async () => (await import("../../features/assets/locales/zh.ts")).assetsWords,
  },
  auth: {
    en: async () => (await import("../../features/auth/locales/en.ts")).authWords,
    zh: async () => (await import("../../features/auth/locales/zh.ts")).authWords,
  },
  benchmarks: {
    en: async () => (await import("../../features/benchmarks/locales/en.ts")).benchmarksWords,
    zh: async () => (await import("../../features/benchmarks/locales/zh.ts")).benchmarksWords,
  },
  clusters: {
    en: async () => (await import("../../features/clusters/locales/en.ts")).clustersWords,
    zh: async () => (await import("../../features/clusters/locales/zh.ts")).clustersWords,
  },
  content: {
    en: async () => (await import("../../features/content/locales/en.ts")).contentWords,
    zh: async () => (await import("../../features/content/locales/zh.ts")).contentWords,
  },
  credits: {
    en: async () => (await import("../../features/credits/locales/en.ts")).creditsWords,
    zh: async () => (await import("../../features/credits/locales/zh.ts")).creditsWords,
  },
  dataExperiments: {
    en: async () => (await import("../../features/data-experiments/locales/en.ts")).dataExperimentsWords,
    zh: async () => (await import("../../features/data-experiments/locales/zh.ts")).dataExperimentsWords,
  },
  datasetItems: {
    en: async () => (await import("../../features/datasets/items/locales/en.ts")).datasetItemsWords,
    zh: async () => (await import("../../features/datasets/items/locales/zh.ts")).datasetItemsWords,
  },
  datasets: {
    en: async () => (await import("../../features/datasets/locales/en.ts")).datasetsWords,
    zh: async () => (await import("../../features/datasets/locales/zh.ts")).datasetsWords,
  },
  desk: {
    en: async () => (await import("../../features/developer-desk/locales/en.ts")).developerWords,
    zh: async () => (await import("../../features/developer-desk/locales/zh.ts")).developerWords,
  },
  evaluations: {
    en: async () => (await import("../../features/evaluations/locales/en.ts")).evaluationsWords,
    zh: async () => (await import("../../features/evaluations/locales/zh.ts")).evaluationsWords,
  },
  experiments: {
    en: async () => (await import("../../features/experiments/locales/en.ts")).experimentsWords,
    zh: async () => (await import("../../features/experiments/locales/zh.ts")).experimentsWords,
  },
  exports: {
    en: async () => (await import("../../features/exports/locales/en.ts")).exportsWords,
    zh: async () => (await import("../../features/exports/locales/zh.ts")).exportsWords,
  },
  dimensions: {
    en: async () => (await import("../../features/dimensions/locales/en.ts")).dimensionsWords,
    zh: async () => (await import("../../features/dimensions/locales/zh.ts")).dimensionsWords,
  },
  history: {
    en: async () => (await import("../../features/operation-log/locales/en.ts")).historyWords,
    zh: async () => (await import("../../features/operation-log/locales/zh.ts")).historyWords,
  },
  home: {
    en: async () => (await import("../../features/home/locales/en.ts")).homeWords,
    zh: async () => (await import("../../features/home/locales/zh.ts")).homeWords,
  },
  jobs: {
    en: async () => (await import("../../features/jobs/locales/en.ts")).jobsWords,
    zh: async () => (await import("../../features/jobs/locales/zh.ts")).jobsWords,
  },
  labelling: {
    en: async () => (await import("../../features/labelling/locales/en.ts")).labellingWords,
    zh: async () => (await import("../../features/labelling/locales/zh.ts")).labellingWords,
  },
  leaderboards: {
    en: async () => (await import("../../features/leaderboards/locales/en.ts")).leaderboardsWords,
    zh: async () => (await import("../../features/leaderboards/locales/zh.ts")).leaderboardsWords,
  },
  leasedWork: {
    en: async () => (await import("../../shared/leased-work/locales/en.ts")).leasedWorkWords,
    zh: async () => (await import("../../shared/leased-work/locales/zh.ts")).leasedWorkWords,
  },
  lineage: {
    en: async () => (await import("../../shared/lineage/locales/en.ts")).lineageWords,
    zh: async () => (await import("../../shared/lineage/locales/zh.ts")).lineageWords,
  },
  notifications: {
    en: async () => (await import("../../features/notifications/locales/en.ts")).notificationsWords,
    zh: async () => (await import("../../features/notifications/locales/zh.ts")).notificationsWords,
  },
  operations: {
    en: async () => (await import("../../shared/locales/operations-en.ts")).operationsWords,
    zh: async () => (await import("../../shared/locales/operations-zh.ts")).operationsWords,
  },
  packages: {
    en: async () => (await import("../../features/packages/locales/en.ts")).packagesWords,
    zh: async () => (await import("../../features/packages/locales/zh.ts")).packagesWords,
  },
  palette: {
    en: async () => (await import("../palette/locales/en.ts")).paletteWords,
    zh: async () => (await import("../palette/locales/zh.ts")).paletteWords,
  },
  performers: {
    en: async () => (await import("../../features/performers/locales/en.ts")).performersWords,
    zh: async () => (await import("../../features/performers/locales/zh.ts")).performersWords,
  },
  permissions: {
    en: async () => (await import("../../features/permissions/locales/en.ts")).permissionsWords,
    zh: async () => (await import("../../features/permissions/locales/zh.ts")).permissionsWords,
  },
  permissionTexts: {
    en: async () => (await import("../../shared/locales/permission-texts-en.ts")).permissionTexts,
    zh: async () => (await import("../../shared/locales/permission-texts-zh.ts")).permissionTexts,
  },
  player: {
    en: async () => (await import("../../shared/synced-player/locales/en.ts")).playerWords,
    zh: async () => (await import("../../shared/synced-player/locales/zh.ts")).playerWords,
  },
  secondFactors: {
    en: async () => (await import("../../features/auth/second-factor/locales/en.ts")).secondFactorsWords,
    zh: async () => (await import("../../features/auth/second-factor/locales/zh.ts")).secondFactorsWords,
  },
  services: {
    en: async () => (await import("../../features/inference-services/locales/en.ts")).servicesWords,
    zh: async () => (await import("../../features/inference-services/locales/zh.ts")).servicesWords,
  },
  sessions: {
    en: async () => (await import("../../features/auth/locales/sessions-en.ts")).sessionsWords,
    zh: async () => (await import("../../features/auth/locales/sessions-zh.ts")).sessionsWords,
  },
  settings: {
    en: async () => (await import("../../features/settings/locales/en.ts")).settingsWords,
    zh: async () => (await import("../../features/settings/locales/zh.ts")).settingsWords,
  },
  shared: {
    en: async () => (await import("../../shared/locales/en.ts")).sharedWords,
    zh: async () => (await import("../../shared/locales/zh.ts")).sharedWords,
  },
  tasks: {
    en: async () => (await import("../../features/tasks/locales/en.ts")).tasksWords,
    zh: async () => (await import("../../features/tasks/locales/zh.ts")).tasksWords,
  },
  tools: {
    en: async () => (await import("../../features/platform-tools/locales/en.ts")).toolsWords,
    zh: async () => (await import("../../features/platform-tools/locales/zh.ts")).toolsWords,
  },
  ui: {
    en: async () => (await import("../../ui/locales/en.ts")).uiEn,
    zh: async () => (await import("../../ui/locales/zh.ts")).uiZh,
  },
  users: {
    en: async () => (await import("../../features/users/locales/en.ts")).usersWords,
    zh: async () => (await import("../../features/users/locales/zh.ts")).usersWords,
  },
  viewer: {
    en: async () => (await import("../../features/viewer/locales/en.ts")).viewerWords,
    zh: async () => (await import("../../features/viewer/locales/zh.ts")).viewerWords,
  },
} as const;

export type WordGroup = keyof typeof wordGroups;

export type GroupWords = { [Group in WordGroup]: Awaited<ReturnType<(typeof wordGroups)[Group]["en"]>> };
