import { useSearchParams } from "react-router";
import { z } from "zod";
import { QueueHome } from "./home/queue-home.tsx";
import { JudgingScreen } from "./judging/judging.tsx";

/** Blind judging: the queue of one's tasks, and with a task in the address the clips themselves. */
export const Component = () => {
  const [params] = useSearchParams();
  const taskId = params.get("task");
  return z.uuid().safeParse(taskId).success && taskId ? <JudgingScreen key={taskId} taskId={taskId} /> : <QueueHome />;
};
