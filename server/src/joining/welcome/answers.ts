/** What the welcome bot answers: it is a program, and knows a few subjects by their names. */
import type { UserId } from "../../kernel/api/ids.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { on } from "../../kernel/moments.ts";
import { messageArrived } from "../../messages/moments.ts";
import { WELCOME_SUBJECTS, type WelcomeSubject } from "../../text/notices/texts/welcome.ts";

export const answerNewcomer = jobKind<{ user_id: UserId; subject: WelcomeSubject | "help" }>("answer_newcomer");

/** The welcome bot answers whoever writes to it alone. */
export const answeringNewcomers = on(messageArrived, (ctx, { conversation, content }) => {
  if (ctx.user.is_bot || !("participants" in conversation)) return;
  const { participants } = conversation;
  if (participants.length === 2 && participants.some((each) => each.system_bot === "welcome"))
    enqueue(ctx, answerNewcomer({ user_id: ctx.user.id, subject: subjectIn(content) }));
});

/** What somebody asks about: a subject that is named, alone or in a sentence; help where none is, or several are. */
function subjectIn(content: string): WelcomeSubject | "help" {
  const words = new Set(content.toLowerCase().match(/\p{L}+/gu));
  const [named, ...others] = WELCOME_SUBJECTS.filter((subject) => words.has(subject));
  return named !== undefined && others.length === 0 ? named : "help";
}
