export const promoteWords = {
  open: "Promote to a benchmark",
  noPrompts: "This run has no sample prompts to make a benchmark of",
  title: "Promote {{name}}",
  about: "A benchmark task is made with the prompts of this run. Generate its clips there and have them judged.",
  name: "Name of the task",
  taskName: "Benchmark of {{name}}",
  description: "Prompts of the run {{run}} of {{experiment}}: {{address}}",
  performer: "Performer that runs this checkpoint",
  performerHelp:
    "It becomes the first column, named after the run. Leave it open to add columns later. A service becomes a performer on its page:",
  services: "inference services",
  prompts: "Prompts ({{count}} of {{total}})",
  action: "Create the benchmark",
};
