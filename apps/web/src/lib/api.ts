import { contract } from "@dailies/contract";
import type { Routes } from "@dailies/contract/kit";
import { type Calls, createCalls } from "./calls.ts";

type Client<C extends Record<string, Routes>> = { [F in keyof C]: Calls<C[F]> };

const createApi = <C extends Record<string, Routes>>(tables: C): Client<C> =>
  Object.fromEntries(Object.entries(tables).map(([feature, routes]) => [feature, createCalls(routes)])) as Client<C>;

/** Every call of the console by feature. The login page takes `createCalls(authRoutes)` instead, to stay small. */
export const api = createApi(contract);
