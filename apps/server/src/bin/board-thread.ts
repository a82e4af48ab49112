import { workerData } from "node:worker_threads";
import { answerBoardQueries, type BoardThreadData } from "../features/leaderboards/board/compute-board.ts";
import { answerThread } from "../platform/concurrency/answer-thread.ts";
import { createDatabase } from "../platform/db/database.ts";

const { databaseUrl } = workerData as BoardThreadData;
// Long, because the thread has a low priority on a busy machine and blocks nobody while it waits.
const connectTimeoutMs = 15_000;
const { db } = createDatabase({ url: databaseUrl, poolSize: 1, applicationName: "dailies-boards", connectTimeoutMs });

answerThread(answerBoardQueries(db));
