export const english = {
  subject: (organization: string, inviter: string) => `${inviter} invited you to ${organization}`,
  reminder: (organization: string) => `Your invitation to ${organization} is about to expire`,
  invited: (organization: string, inviter: string) =>
    `${inviter} invited you to join ${organization}, where the team talks in channels and topics.`,
  join: "Join",
  until: (date: string) => `The link works until ${date}.`,
  ignore: "If you don't know the sender, you can ignore this email.",
};

export type InvitationWords = typeof english;
