import type { LinkWords } from "./english.ts";

export const chinese: LinkWords = {
  subject: (organization) => `你在 ${organization} 的登录方式`,
  linked: "你的账号已关联另一种登录方式，现在也可以用它登录。",
  unlinked: "你的账号已解除与一个登录提供商的关联，重新关联之前不能再通过它登录。",
  notYou: "如果这不是你的操作，请立即更改密码，并告知组织的管理员。",
};
