import { tasksRoutes } from "@dailies/contract/tasks/routes";
import { createCalls } from "../calls.ts";

export const tasksCalls = createCalls(tasksRoutes);
