import type { EmailChangeWords } from "./english.ts";

export const chinese: EmailChangeWords = {
  confirm: "确认你的新邮箱地址",
  explain: (from, to) => `你账号的邮箱地址将从 ${from} 更改为 ${to}。`,
  button: "使用此地址",
  done: "你的邮箱地址已更改",
  now: (email) => `从现在起，请使用 ${email} 登录。`,
  goOn: "继续",
  over: "此链接已失效",
  overExplained: "链接一天内有效，只能使用一次。如需新链接，请在设置中重新更改邮箱地址。",

  own: {
    confirm: "确认你的邮箱地址",
    explain: (email) => `确认 ${email} 是你的地址。`,
    button: "确认",
    done: "你的邮箱地址已确认",
    now: (email) => `${email} 属于你。`,
    subject: (organization) => `确认你在 ${organization} 的邮箱地址`,
    asked: (email, organization) => `${organization} 的账号 ${email} 使用此地址。`,
    otherwise: "链接一天内有效，只能使用一次。如果这不是你的账号，请忽略此邮件。",
  },

  confirmation: {
    subject: (organization) => `确认你在 ${organization} 的新邮箱地址`,
    asked: (from, organization) => `有人申请将 ${organization} 的账号 ${from} 的邮箱地址更改为此地址。`,
    otherwise: "链接一天内有效，只能使用一次。如果不是你申请的，请忽略此邮件，一切都不会改变。",
  },
  changed: {
    subject: (organization) => `你在 ${organization} 的邮箱地址已更改`,
    now: (email, organization) => `你在 ${organization} 的账号现在使用邮箱地址 ${email}。请用它登录。`,
    notYou: "如果这不是你的操作，请立即联系组织的管理员。",
  },
};
