/** The menus of the organization, of oneself, and for help. */
import type { menus as english } from "../en/menus.ts";
import type { Translated } from "../translated.ts";

export const menus: Translated<typeof english> = {
  organizationMenu: "组织菜单",
  personalMenu: "个人菜单",
  helpMenu: "帮助菜单",
  invite: "邀请用户",
  filter: "筛选侧边栏",
  channels: "频道",
  groups: "用户组",
  organization: "组织设置",
  themeSystem: "跟随系统",
  themeLight: "浅色主题",
  themeDark: "深色主题",
  help: "帮助中心",
  keys: "键盘快捷键",
  formatting: "消息格式",
  operators: "搜索运算符",
  aboutParley: "关于 Parley",
  yourCard: "你的个人资料",
  signOut: "退出登录",
};
