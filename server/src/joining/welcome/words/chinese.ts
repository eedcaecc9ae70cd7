import type { WelcomeWords } from "./english.ts";

export const chinese: WelcomeWords = {
  account: {
    subject: (organization) => `你在 ${organization} 的账号`,
    made: (organization, email) =>
      `你在 ${organization} 的账号已创建。请使用邮箱地址 ${email} 登录。如需连接应用，请在应用中输入下方的地址。`,
    open: "打开",
  },
  start: {
    subject: (organization) => `开始使用 ${organization}`,
    hints: [
      "频道中的每条消息都属于一个话题，因此你可以从头到尾读完一段对话，把其他的留到以后再看。",
      "有新内容时，请新建话题。简短而明确的名称能帮助以后阅读的每个人。",
      "通知由你决定：将与你无关的内容静音，并关注与你有关的话题。",
    ],
    open: "继续阅读",
  },
};
