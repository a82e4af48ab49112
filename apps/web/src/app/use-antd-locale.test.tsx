import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { chooseLanguage } from "../lib/language.ts";
import { useAntdLocale } from "./use-antd-locale.ts";

it("useAntdLocale is a locale at every moment, and follows the language", async () => {
  const { result } = renderHook(() => useAntdLocale());
  expect(result.current.locale).toBe("en");
  await act(() => chooseLanguage("zh"));
  expect(result.current).toBeDefined();
  await waitFor(() => expect(result.current.locale).toBe("zh-cn"));
  await act(() => chooseLanguage("en"));
  expect(result.current.locale).toBe("en");
});
