import type { Translated } from "../../../../lib/translated.ts";
import type { labelGroupWords as english } from "./en.ts";

export const labelGroupWords: Translated<typeof english> = {
  groups: {
    label: "请求标注的用户组",
    help: "用户组是持有某个自定义权限码的所有人，包括内部和外部用户。加入或离开用户组的人会立即获得或失去任务。",
    placeholder: "搜索用户组",
    noneFound: "未找到用户组。管理员可在“权限”中创建权限码。",
    failed: "无法搜索用户组。",
    members_one: "{{shown}} 名成员",
    members_other: "{{shown}} 名成员",
    inGroup: "属于用户组",
  },
};
