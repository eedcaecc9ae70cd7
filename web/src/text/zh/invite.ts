/** The dialog that invites people. */
import type { invite as english } from "../en/invite.ts";
import type { Translated } from "../translated.ts";

export const invite: Translated<typeof english> = {
  emails: "一个或多个邮箱地址",
  expires: "有效期",
  day: "1 天",
  tenDays: "10 天",
  month: "30 天",
  never: "永不过期",
  role: "角色",
  channels: "要加入的频道",
  link: "链接",
  makeLink: "创建链接",
  send: "邀请",
  sendMany: "{count, plural, other {邀请 # 人}}",
  noMail: "此服务器不发送邮件。你会获得每个地址对应的链接，请自行转交。",
  noMailNotice: "此服务器不发送邮件：用户需通过你转交的链接加入。",
  howToSendMail: "如何发送邮件",
  dismiss: "关闭",
  passOn: "请将链接分别发给每个人。这些链接也可在待处理的邀请列表中找到。",
  passOnByOwner: "已邀请。此服务器不发送邮件：请让所有者转交链接。",
  onlyHere: "这些链接只能在此电脑上使用，因为服务器未设置 PARLEY_URL。",
  copy: "复制",
  copied: "已复制链接。",
  done: "完成",
  sent: "{count, plural, other {已发送 # 份邀请。}}",
};
