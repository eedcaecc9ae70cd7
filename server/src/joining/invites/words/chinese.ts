import type { InvitationWords } from "./english.ts";

export const chinese: InvitationWords = {
  subject: (organization, inviter) => `${inviter} 邀请你加入 ${organization}`,
  reminder: (organization) => `你加入 ${organization} 的邀请即将过期`,
  invited: (organization, inviter) => `${inviter} 邀请你加入 ${organization}，团队在那里通过频道和话题进行讨论。`,
  join: "加入",
  until: (date) => `链接有效期至 ${date}。`,
  ignore: "如果你不认识邀请人，可以忽略此邮件。",
};
