import { tasksRoutes } from "@dailies/contract/tasks";
import { createCalls } from "../calls.ts";

export const tasksCalls = createCalls(tasksRoutes);
