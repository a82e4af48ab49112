/** Strings for changing a task after it was created. */
export const labelManageWords = {
  manage: {
    edit: {
      act: "Edit",
      title: "Edit {{name}}",
      name: "Task name",
      missingName: "Enter a name.",
      leaseHelp:
        "How long an item stays reserved without activity. Items that are held keep their time until the next heartbeat.",
      save: "Save task",
      saved: "{{name}} was saved.",
    },
    add: {
      act: "Add items",
      title: "Add items to {{name}}",
      about:
        "Items of {{dataset}}@{{version}} are added after the last one. Items that the task has already are left out. Labelling goes on meanwhile.",
      noViews: "No saved view of version {{version}}. Save one in the dataset, or enter keys.",
      start: "Add items",
      started: "Items are being added to {{name}}.",
      last: "Last addition",
      running: "Adding items: {{added}} so far",
      finished: "{{added}} added, {{duplicates}} were there already, {{missing}} keys not found",
      failed: "Adding items failed after {{added}}: {{error}}",
    },
    delete: {
      act: "Delete",
      title: "Delete {{name}}?",
      effect: "The task and its items are deleted. A task with labels cannot be deleted; close it instead.",
      action: "Delete task",
      done: "{{name}} was deleted.",
    },
    template: {
      archive: "Archive template",
      restore: "Restore template",
      archived: "Show archived templates",
      title: "Archive {{name}}?",
      archives: "New tasks can no longer use it. Tasks that use it keep it, and you can restore it.",
      deletes: "No task uses it, so it is deleted.",
      done: "{{name}} was archived.",
    },
    release: {
      act: "Release",
      of: "Release the items of {{name}}",
      hint: "Gives the items in hand to others; drafts are kept.",
      done_one: "{{shown}} item of {{name}} was released.",
      done_other: "{{shown}} items of {{name}} were released.",
    },
  },
} as const;
