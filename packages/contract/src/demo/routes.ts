import { z } from "zod";
import { defineRoutes, nonNegativeInt } from "../kit.ts";

/** What was removed. Performers whose cancelled calls have not ended yet are left; removing again deletes them. */
export const removedDemo = z.object({
  tasks: nonNegativeInt,
  datasets: nonNegativeInt,
  performers: nonNegativeInt,
  performers_left: nonNegativeInt,
});

export const demoRoutes = defineRoutes({
  removeDemo: {
    method: "POST",
    path: "/api_v1/demo/remove",
    access: { permission: "ADMIN_MANAGE_R", isInternalOnly: true },
    summary:
      "Remove the tasks, datasets and performers of the demo, and nothing else; called again, it removes the rest",
    reply: removedDemo,
  },
});
