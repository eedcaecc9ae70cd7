/** The welcome bot's replies to a few subjects it knows by name. */
import type { UserId } from "../../kernel/api/ids.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { on } from "../../kernel/moments.ts";
import { messageArrived } from "../../messages/moments.ts";
import { WELCOME_SUBJECTS, type WelcomeSubject } from "../../text/notices/texts/welcome.ts";

export const answerNewcomer = jobKind<{ user_id: UserId; subject: WelcomeSubject | "help" }>("answer_newcomer");

/** The welcome bot replies only in one-to-one conversations. */
export const answeringNewcomers = on(messageArrived, (ctx, { conversation, content }) => {
  if (ctx.user.is_bot || !("participants" in conversation)) return;
  const { participants } = conversation;
  if (participants.length === 2 && participants.some((each) => each.system_bot === "welcome"))
    enqueue(ctx, answerNewcomer({ user_id: ctx.user.id, subject: subjectIn(content) }));
});

/** The subject named in the message; `help` if it names none or several. */
function subjectIn(content: string): WelcomeSubject | "help" {
  const words = new Set(content.toLowerCase().match(/\p{L}+/gu));
  const [named, ...others] = WELCOME_SUBJECTS.filter((subject) => words.has(subject));
  return named !== undefined && others.length === 0 ? named : "help";
}
