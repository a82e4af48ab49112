import { screen } from "@testing-library/react";
import i18next from "i18next";
import { expect, it } from "vitest";
import { chooseLanguage } from "../../lib/language.ts";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const open = (address: string) => {
  fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["USE_VERSION_1_0"] }) }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    "tasks.listTasks": () => ({ reply: { items: [], total: 0 } }),
    "performers.listPerformers": () => ({ reply: { items: [], total: 0 } }),
  });
  return renderConsole(address);
};

it("the texts of a screen are loaded with the screen, and not before", async () => {
  const { router } = open("/frog-home");
  await screen.findByRole("heading", { level: 1 });
  expect(i18next.hasResourceBundle("en", "home")).toBe(true);
  expect(i18next.hasResourceBundle("en", "tasks")).toBe(false);
  await router.navigate("/task-manage");
  expect(await screen.findByRole("heading", { name: "No tasks yet" })).toBeDefined();
});

it("the screen changes its texts when the language is changed", async () => {
  open("/task-manage");
  await screen.findByRole("heading", { name: "No tasks yet" });
  await chooseLanguage("zh");
  expect(await screen.findByRole("heading", { name: "还没有任务" })).toBeDefined();
});

it("the texts of the next screen are loaded in the language that was chosen", async () => {
  await chooseLanguage("zh");
  open("/task-manage");
  expect(await screen.findByRole("heading", { name: "还没有任务" })).toBeDefined();
  expect(i18next.t("tasks.empty.sample")).toBe("从示例创建");
});
