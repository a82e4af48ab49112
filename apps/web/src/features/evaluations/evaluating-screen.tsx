import { useSearchParams } from "react-router";
import { z } from "zod";
import { QueueHome } from "./home/queue-home.tsx";
import { JudgingScreen } from "./judging/judging.tsx";

/** Blind judging: the user's task queue or, with a task in the URL, the judging view. */
export const Component = () => {
  const [params] = useSearchParams();
  const taskId = params.get("task");
  return z.uuid().safeParse(taskId).success && taskId ? <JudgingScreen key={taskId} taskId={taskId} /> : <QueueHome />;
};
