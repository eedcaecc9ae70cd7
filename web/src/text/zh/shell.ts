/** The frame: sign-in state, connection, errors of the whole application. */
import type { shell as english } from "../en/shell.ts";
import type { Translated } from "../translated.ts";

export const shell: Translated<typeof english> = {
  sidebar: "视图与对话",
  details: "详情",
  skipToMessages: "前往消息",
  skipToComposer: "前往输入框",
  skipToSidebar: "前往侧边栏",
  couldNotStart: "无法加载组织。",
  offlineSince: "自 {time} 起离线。",
  offlineHow: "你可以继续阅读和撰写；恢复连接后消息会自动发出。",
  retry: "重试",
  offline: "离线",
  offlineWaiting: "{count, plural, other {离线，# 项待处理}}",
  reconnecting: "正在重新连接",
  signedOut: "你已退出登录。请登录以继续。",
  signIn: "登录",
  leaveTitle: "{count, plural, other {有 # 段文字仅在此浏览器中}}",
  leaveHelp: "{count, plural, other {服务器没有这些文字。退出登录会将其删除。}}",
  stay: "保持登录",
  leaveAnyway: "退出并删除",
  nowhere: "该链接在此没有对应的内容。",
  noAccess: "此对话不存在，或你没有访问权限。",
  newVersion: "新版本已就绪。",
  reload: "重新加载",
  // Not "访客": that is the role of guests, and this reader has no account.
  visiting: "你正以游客身份浏览。登录后即可参与。",
};
