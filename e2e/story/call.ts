import type { Page } from "@playwright/test";

/** A call that the page's own person makes elsewhere, in another tab. */
export const callFrom = async <Reply>(page: Page, path: string, body: unknown): Promise<Reply> => {
  const { status, reply } = await page.evaluate(
    async ([address, sent]) => {
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: sent,
      });
      return { status: response.status, reply: await response.text() };
    },
    [`/api_v1${path}`, JSON.stringify(body)] as const,
  );
  if (status !== 200) throw new Error(`${path} answered ${status}: ${reply}`);
  return JSON.parse(reply) as Reply;
};
