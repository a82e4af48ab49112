/** Strings of groups that a label task is given to. */
export const labelGroupWords = {
  groups: {
    label: "Groups asked to label",
    help: "A group is everybody who holds a permission code of your own, internal and external. Who joins or leaves it gains or loses the task at once.",
    placeholder: "Search groups",
    noneFound: "No group found. An administrator creates permission codes under Permissions.",
    failed: "The groups could not be searched.",
    members_one: "{{shown}} member",
    members_other: "{{shown}} members",
    inGroup: "in a group",
  },
} as const;
