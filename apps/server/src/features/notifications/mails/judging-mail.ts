import type { Mail } from "../../../platform/mail.ts";
import type { DueMail } from "./mail.store.ts";

interface Words {
  readonly subject: string;
  readonly sentences: (mail: DueMail, link: string) => readonly string[];
}

const WORDS: Readonly<Record<DueMail["language"], Words>> = {
  en: {
    subject: "You are asked to judge clips in Dailies",
    sentences: ({ realname, username, taskName }, link) => [
      `Hello ${realname || username},`,
      `You are asked to judge the clips of "${taskName}". You see two clips or one at a time and answer by keyboard; you can stop at any time and continue later.`,
      `Start judging: ${link}`,
      "To stop these mails, open the notifications in Dailies (the bell) and turn off mails.",
    ],
  },
  zh: {
    subject: "邀请你在 Dailies 中评审视频片段",
    sentences: ({ realname, username, taskName }, link) => [
      `${realname || username}，你好！`,
      `邀请你评审“${taskName}”的视频片段。每次会显示一个或两个片段，用键盘作答；你可以随时停下，稍后继续。`,
      `开始评审：${link}`,
      "如果不想再收到此类邮件，请在 Dailies 的通知（铃铛图标）中关闭邮件。",
    ],
  },
};

/** Names the task as the queue of a rater does, and nothing that identifies a model. */
export const judgingMail = (due: DueMail, publicOrigin: string): Mail => {
  const { subject, sentences } = WORDS[due.language];
  const link = `${publicOrigin}/#/evaluating?task=${due.taskId}`;
  return { to: due.email, subject, text: `${sentences(due, link).join("\n\n")}\n` };
};
