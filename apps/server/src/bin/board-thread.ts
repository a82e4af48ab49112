import { workerData } from "node:worker_threads";
import { answerBoardAsks, type BoardThreadData } from "../features/leaderboards/answer-board-ask.ts";
import { answerThread } from "../platform/answer-thread.ts";
import { createDatabase } from "../platform/database.ts";

const { databaseUrl } = workerData as BoardThreadData;
const { db } = createDatabase({ url: databaseUrl, poolSize: 1, applicationName: "dailies-boards" });

answerThread(answerBoardAsks(db));
