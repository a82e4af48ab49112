import type { MESSAGES } from "@dailies/contract/messages";
import type { Translated } from "../../../lib/translated.ts";

export const messageWords: Translated<typeof MESSAGES> = {
  loginFirst: "请先登录",
  noOperationPermission: "当前用户没有操作权限",
  noAccessPermission: "当前用户没有访问权限",
  permissionsFailed: "出错了",
  unknownError: "未知错误，请稍后再试",
  enterPassword: "请输入密码",
  passwordsDiffer: "两次输入的密码不一致",
  wrongCredentials: "用户名或密码错误",
  staleSignIn: "请确认是你本人",
  wrongProof: "密码或验证码不正确",
  wrongCode: "验证码错误或已过期",
  setUpSecondFactor: "你的账户需要先设置第二因素",
  wrongSecondFactor: "验证码错误或已使用过",
  signInExpired: "本次登录已过期，请重新开始",
  providerUnreachable: "无法连接单点登录的身份提供方，请稍后再试或使用其他方式登录",
  tooManyAttempts: "尝试次数过多，请等待几分钟后再试",
  busy: "服务器繁忙，请稍后再试",
};
