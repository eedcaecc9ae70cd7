import type { ResetWords } from "./english.ts";

export const chinese: ResetWords = {
  ask: "重置密码",
  explain: "请输入你账号的邮箱地址。我们会向你发送一个链接，用于设置新密码。",
  withoutMail: "此服务器不发送邮件。请向组织的管理员索取链接：管理员可以在你的资料卡上找到“生成密码重置链接”。",
  forOperator: "如果你是服务器运维人员：",
  send: "发送链接",
  back: "返回登录",
  onItsWay: "如果该地址有对应的账号，链接会很快送达。",
  tooMany: "尝试次数过多。请查看邮箱，或等待一小时。",
  noPasswords: "此组织不使用密码登录。",
  choose: "设置新密码",
  newPassword: "新密码",
  signsOut: "你在其他地方的登录都会退出。",
  save: "保存密码",
  over: "此链接已失效",
  overExplained: "链接一天内有效，只能使用一次；发送新链接后，旧链接即失效。",

  email: {
    subject: (organization) => `重置你在 ${organization} 的密码`,
    asked: (organization) => `有人（可能就是你）为你在 ${organization} 的账号申请了新密码。`,
    choose: "设置新密码",
    otherwise: "链接一天内有效，只能使用一次。如果不是你申请的，请忽略此邮件，你的密码不会改变。",
    noAccess: "你在那里的账号已被停用，不再有密码。请联系管理员。",
  },
};
