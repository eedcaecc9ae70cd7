/** The terms in the dialog that invites people, which are loaded with it. */
import type { inviting as english } from "../en/inviting.ts";
import type { Translated } from "../translated.ts";

export const inviting: Translated<typeof english> = {
  custom: "其他时长…",
  length: "时长",
  unit: "单位",
  hours: "小时",
  days: "天",
  weeks: "周",
  wrong: "请输入不小于 1 的整数。",
  guestHelp: "访客只能看到自己所在的频道。",
  defaults: "默认频道",
  defaultsHelp: "{names}。如果在对方加入前有变动，则以变动后的为准。",
  noDefaults: "目前没有默认频道。",
  others: "其他频道",
  groups: "要加入的用户组",
  welcome: "欢迎消息",
  welcomeStandard: "组织的欢迎消息",
  welcomeNone: "无",
  welcomeCustom: "其他消息…",
  welcomeText: "消息内容",
  welcomeHelp: "附加在 Welcome Bot 发给每位新用户的消息中。支持 Markdown。",
  sendTest: "给自己发送测试消息",
  testSent: "Welcome Bot 已将消息发送给你。",
  notify: "有人加入时通知我",
};
