import { PASSWORD_RULES } from "../../passwords.ts";
import type { SharedPageWords } from "./english.ts";

export const chinese: SharedPageWords = {
  server: {
    ready: "Parley 已就绪",
    setUp: "目前还没有组织。请打开服务器启动时输出的链接，其开头为",
    orCommand: "也可以在命令行中创建组织：",
    commandExplained:
      "请在 Parley 所在的文件夹中运行，使用与此服务器相同的 PARLEY_DATA 或 PARLEY_DATABASE_URL，然后重新加载此页面。",
    readApi: "API 文档",
    nobody: "这里没有组织",
    nobodyExplained: "此地址没有对应的组织。请检查拼写，或询问向你提供该地址的人。",
    deactivated: "此组织已被停用。",
  },

  errors: {
    failed: "出错了",
    failedExplained: (id) => `这不是你的问题。服务器运维人员可在日志中通过 ${id} 查到此错误。`,
    gone: "找不到页面",
    goneBody: "请检查地址是否正确。",
    home: "前往首页",
    forged: "此表单已过期。请重新加载页面后再提交。",
    tryAgain: "重试",
    limit: "服务器运维人员可以提高此限制：",
    wait: (time) => `尝试次数过多，请等待 ${time}。`,
    waitOver: "现在可以重试了。",
  },

  fields: {
    email: "邮箱",
    badEmail: "请输入有效的邮箱地址。",
    fullName: "名字",
    badFullName: '请输入 2 到 100 个字符，且不包含 * ` \\ > " @。',
    password: "密码",
    passwordHint: `至少 ${PASSWORD_RULES.password_min_length} 个字符，且不易被猜到。`,
    weakPassword: "此密码太容易被猜到。请选择更长或更少见的密码。",
    timezone: "时区",
    noTimezone: "稍后设置",
  },

  password: {
    show: "显示",
    hide: "隐藏",
    strength: {
      short: `太短。至少需要 ${PASSWORD_RULES.password_min_length} 个字符。`,
      guessable: "太容易被猜到。请再加几个词。",
      weak: "强度弱。请再加一个词。",
      good: "强度良好。",
      strong: "强度高。",
    },
  },

  finder: {
    title: "查找你的组织",
    label: "组织的简称",
    hint: "组织地址中第一个点之前的部分。如果不清楚，请询问同事。",
    invalid: "简称只能包含小写字母、数字和连字符。",
    go: "继续",
  },
};
