/** The page of the defaults for new users. */
import type { userDefaults as english } from "../en/user-defaults.ts";
import type { Translated } from "../translated.ts";

export const userDefaults: Translated<typeof english> = {
  about: "用户加入时的初始设置。现有用户保留自己的设置。",
  privacy: "隐私",
  emailAddress: "谁可以看到邮箱地址",
  emailAddressWords: "可见性 隐私 隐藏邮箱",
  emailAddressHelp: "显示在用户的资料卡上。",
  everyone: "所有人，包括访客",
  members: "成员",
  moderators: "协管员",
  administrators: "管理员",
  nobody: "无人",
  presence: "显示用户的在线状态",
  receipts: "让他人看到用户已读的消息",
  typingDirect: "在私信中显示正在输入",
  typingChannels: "在频道中显示正在输入",
  seesTyping: "看到他人正在输入",
};
