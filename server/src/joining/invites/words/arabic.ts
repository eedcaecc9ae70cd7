import type { InvitationWords } from "./english.ts";

export const arabic: InvitationWords = {
  subject: (organization, inviter) => `دعوة من ${inviter} إلى ${organization}`,
  reminder: (organization) => `توشك دعوتك إلى ${organization} على الانتهاء`,
  invited: (organization, inviter) =>
    `تلقيت دعوة من ${inviter} للانضمام إلى ${organization}، حيث يتحدث الفريق في قنوات ومواضيع.`,
  join: "انضمام",
  until: (date) => `يعمل الرابط حتى ${date}.`,
  ignore: "إن كنت لا تعرف المرسل، فيمكنك تجاهل هذه الرسالة.",
};
