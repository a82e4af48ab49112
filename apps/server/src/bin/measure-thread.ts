import { parentPort } from "node:worker_threads";
import { answerJobs } from "../features/metrics/pixels/answer-jobs.ts";

if (!parentPort) throw new Error("this is no process of its own: the worker starts it as a thread");
answerJobs(parentPort);
