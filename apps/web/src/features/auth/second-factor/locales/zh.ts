import type { Translated } from "../../../../lib/translated.ts";
import type { secondFactorsWords as english } from "./en.ts";

export const secondFactorsWords: Translated<typeof english> = {
  title: "两步登录",
  failed: "无法加载你的第二因素状态",
  requiredTitle: "设置两步登录",
  requiredHint: "你的权限涉及资金或访问控制，因此本系统要求你启用第二因素。设置完成后，其他功能即可使用。",
  signOut: "退出登录",
  offHint: "启用身份验证器应用后，登录时还需输入只有你手机上才显示的验证码。",
  setUp: "设置身份验证器应用",
  setupHint: "用应用扫描图片，然后输入它显示的验证码。",
  typeSecret: "或在应用中手动输入此密钥：",
  key: "密钥",
  code: "应用中的验证码",
  turnOn: "启用",
  on: "登录时需要身份验证器应用的验证码，启用时间",
  codesLeft_one: "还剩 {{count}} 个恢复码，供丢失应用时使用。",
  codesLeft_other: "还剩 {{count}} 个恢复码，供丢失应用时使用。",
  renew: "生成新的恢复码",
  remove: "关闭",
  removeHint: "关闭后，登录不再需要第二因素。",
  anyCode: "应用中的验证码或恢复码",
  codes: "恢复码",
  codesHint: "请妥善保存这些恢复码：它们只显示这一次。每个可代替应用使用一次。",
  download: "下载",
  kept: "我已保存",
};
