/** Each screen's name in the menu, its title, and one sentence on what it is for. */
export const screenWords = {
  dataset: {
    menu: "dataset",
    title: "Datasets",
    purpose: "Find a dataset, sample it, and see the very bytes a trainer will read.",
  },
  label: {
    menu: "Label",
    title: "Label tasks",
    purpose: "Pick up clips that wait for a label and see how far each task is.",
  },
  labelTask: { menu: "Label task", title: "Label task", purpose: "Label one clip after the other with the keyboard." },
  labelHistory: {
    menu: "Label history",
    title: "Label history",
    purpose: "See who labelled which clip of a task, when, and what changed.",
  },
  sdv: {
    menu: "Streaming Dataset Viewer",
    title: "Streaming Dataset Viewer",
    purpose: "Open any streaming dataset by its address and walk through its samples without a copy.",
  },
  playground: {
    menu: "Playground",
    title: "Playground",
    purpose: "Turn a prompt into a clip with the performers shared with you.",
  },
  packageRecords: {
    menu: "Package Records",
    title: "Package Records",
    purpose: "Follow views being packed into shards, and take up finished packages.",
  },
  experiment: {
    menu: "Experiments",
    title: "Experiments",
    purpose: "Compare training runs and the clips they led to.",
  },
  dataExperiment: {
    menu: "Data experiments",
    title: "Data experiments",
    purpose: "Test what a change of the data does to a model.",
  },
  dataPipeline: {
    menu: "Data pipeline",
    title: "Data pipeline",
    purpose: "Watch the clusters and the jobs that run on them.",
  },
  service: {
    menu: "Services",
    title: "Inference services",
    purpose: "Start, inspect and stop the servers that models answer from.",
  },
  developerDesk: {
    menu: "Developer desk",
    title: "Developer desk",
    purpose: "Health of every engine, the running build, the API, and the switches of this browser.",
  },
  home: { menu: "Home", title: "Home", purpose: "Your queue, where you can go, and what changed." },
  taskManage: {
    menu: "task centre",
    title: "Task centre",
    purpose: "Create and follow benchmark, data-processing and evaluation tasks.",
  },
  taskGenerate: {
    menu: "Generate",
    title: "Generate a benchmark",
    purpose: "Run the same prompts through several performers and watch the grid of clips fill.",
  },
  taskBenchmark: {
    menu: "Results",
    title: "Benchmark results",
    purpose: "See which model is better, by how much, and how sure that is.",
  },
  userManage: {
    menu: "user management",
    title: "User management",
    purpose: "Invite people, set their role and permissions, and end their sessions.",
  },
  permManage: {
    menu: "permission management",
    title: "Permission management",
    purpose: "See every permission code, who holds it, and change that with a preview.",
  },
  performerPlayground: {
    menu: "Playground",
    title: "Performer playground",
    purpose: "Try one performer with every raw parameter, and compare what came back.",
  },
  staticSourceManage: {
    menu: "static resources",
    title: "Static resources",
    purpose: "Upload, tag and look up the clips and images that tasks refer to.",
  },
  dynamicConfigManage: {
    menu: "dynamic config",
    title: "Dynamic config",
    purpose: "Change a setting while everything runs, with a diff before and a way back after.",
  },
  jobManage: {
    menu: "job management",
    title: "Job management",
    purpose: "See all background work, and retry or cancel it in bulk.",
  },
  platformUser: {
    menu: "User",
    title: "End users",
    purpose: "Look up an end user's credits, orders and plans, and grant credits with a preview.",
  },
  platformPermission: {
    menu: "permission",
    title: "Platform permissions",
    purpose: "See and change which platform flags each person holds.",
  },
  platformContent: {
    menu: "Content",
    title: "Content",
    purpose: "Browse what end users made and marked as favourite.",
  },
  platformHistory: {
    menu: "History",
    title: "History",
    purpose: "Read who did what on the platform, in an order nobody can rewrite.",
  },
  platformTools: {
    menu: "Tools",
    title: "Tools",
    purpose: "The occasional repairs of the platform, each with a dry run first.",
  },
  evaluating: {
    menu: "Evaluating",
    title: "Evaluating",
    purpose: "Watch two clips blind and say which is better, one key per answer.",
  },
  dimensionSetEditor: {
    menu: "Dimension sets",
    title: "Dimension set editor",
    purpose: "Put together the questions that raters answer about a clip.",
  },
  feishuExport: {
    menu: "Feishu export",
    title: "Feishu export",
    purpose: "Send cells, judgements and leaderboards to a table, or save them as a file.",
  },
  login: { menu: "Sign in", title: "Sign in", purpose: "Sign in with a password or a one-time code." },
} as const;
