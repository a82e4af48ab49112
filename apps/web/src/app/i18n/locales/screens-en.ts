/** The menu label, title and one-sentence purpose of each screen. */
export const screenWords = {
  dataset: {
    menu: "dataset",
    title: "Datasets",
    purpose: "Find and sample datasets, and inspect the exact bytes that a trainer reads.",
  },
  label: {
    menu: "Label",
    title: "Label tasks",
    purpose: "Label clips and track the progress of each task.",
  },
  labelTask: { menu: "Label task", title: "Label task", purpose: "Label clips one by one, with the keyboard." },
  labelHistory: {
    menu: "Label history",
    title: "Label history",
    purpose: "See who labelled each clip, when, and what changed.",
  },
  sdv: {
    menu: "Streaming Dataset Viewer",
    title: "Streaming Dataset Viewer",
    purpose: "Open a streaming dataset by its URI and browse its samples without copying it.",
  },
  playground: {
    menu: "Playground",
    title: "Playground",
    purpose: "Generate clips from prompts with the performers shared with you.",
  },
  packageRecords: {
    menu: "Package Records",
    title: "Package Records",
    purpose: "Views of datasets written as shards that trainers stream: unchanging, repeatable, provable.",
  },
  experiment: {
    menu: "Experiments",
    title: "Experiments",
    purpose: "Compare training runs and their clips.",
  },
  dataExperiment: {
    menu: "Data experiments",
    title: "Data experiments",
    purpose: "Test how a change of data affects a model.",
  },
  dataPipeline: {
    menu: "Data pipeline",
    title: "Data pipeline",
    purpose: "Monitor clusters and their jobs.",
  },
  service: {
    menu: "Services",
    title: "Inference services",
    purpose: "Start, inspect and stop inference servers.",
  },
  developerDesk: {
    menu: "Developer desk",
    title: "Developer desk",
    purpose: "Engine health, build information, API reference, and browser settings.",
  },
  home: { menu: "Home", title: "Home", purpose: "Your queue, your screens, and recent changes." },
  taskManage: {
    menu: "task centre",
    title: "Task centre",
    purpose: "Create and track benchmark, data-processing and evaluation tasks.",
  },
  taskGenerate: {
    menu: "Generate",
    title: "Generate a benchmark",
    purpose: "Run the same prompts through several performers and compare the clips in a grid.",
  },
  taskBenchmark: {
    menu: "Results",
    title: "Benchmark results",
    purpose: "See which model is better, by how much, and with what confidence.",
  },
  sharedBoard: {
    menu: "Shared results",
    title: "Shared results",
    purpose: "Read the leaderboards that other people shared with you.",
  },
  userManage: {
    menu: "user management",
    title: "User management",
    purpose: "Invite users, set roles and permissions, and end sessions.",
  },
  permManage: {
    menu: "permission management",
    title: "Permission management",
    purpose: "View permission codes and their holders, and review changes before saving.",
  },
  performerPlayground: {
    menu: "Playground",
    title: "Performer playground",
    purpose: "Run a performer with all of its parameters and compare the outputs.",
  },
  staticSourceManage: {
    menu: "static resources",
    title: "Static resources",
    purpose: "Upload, tag and search the clips and images that tasks use.",
  },
  dynamicConfigManage: {
    menu: "dynamic config",
    title: "Dynamic config",
    purpose: "Change settings at runtime, with a diff before publishing and a rollback after.",
  },
  jobManage: {
    menu: "job management",
    title: "Job management",
    purpose: "View background jobs, and retry or cancel them in bulk.",
  },
  platformUser: {
    menu: "User",
    title: "End users",
    purpose: "Look up the credits, orders and subscriptions of an end user, and grant credits.",
  },
  platformPermission: {
    menu: "permission",
    title: "Platform permissions",
    purpose: "View and change the platform flags of each user.",
  },
  platformContent: {
    menu: "Content",
    title: "Content",
    purpose: "Review the favourites of end users.",
  },
  platformHistory: {
    menu: "History",
    title: "History",
    purpose: "The audit log of the platform: who did what, in a tamper-evident order.",
  },
  platformTools: {
    menu: "Tools",
    title: "Tools",
    purpose: "Check the ledger, release stuck holds, grant credits in bulk, and manage service credentials.",
  },
  platformUploads: {
    menu: "Uploads",
    title: "Uploads",
    purpose: "Upload clips, images and audio to the asset library.",
  },
  evaluating: {
    menu: "Evaluating",
    title: "Evaluating",
    purpose: "Compare two clips blind and choose the better one with the keyboard.",
  },
  dimensionSetEditor: {
    menu: "Dimension sets",
    title: "Dimension set editor",
    purpose: "Define the questions that judges answer about a clip.",
  },
  feishuExport: {
    menu: "Feishu export",
    title: "Feishu export",
    purpose: "Export cells, judgements and leaderboards to Feishu or to a file.",
  },
  login: { menu: "Sign in", title: "Sign in", purpose: "Sign in with a password or a one-time code." },
} as const;
