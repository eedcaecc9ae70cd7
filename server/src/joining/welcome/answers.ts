/** What the welcome bot answers: it is a program, and knows a few subjects by their names. */
import type { UserId } from "../../kernel/api/ids.ts";
import { jobKind } from "../../kernel/jobs/job-kind.ts";

const WELCOME_SUBJECTS = ["channels", "topics", "formatting", "apps"] as const;
export type WelcomeSubject = (typeof WELCOME_SUBJECTS)[number];

export const answerNewcomer = jobKind<{ user_id: UserId; subject: WelcomeSubject | "help" }>("answer_newcomer");

/** What somebody asks about: a subject that is named, alone or in a sentence; help where none is, or several are. */
export function subjectIn(content: string): WelcomeSubject | "help" {
  const words = new Set(content.toLowerCase().match(/\p{L}+/gu));
  const [named, ...others] = WELCOME_SUBJECTS.filter((subject) => words.has(subject));
  return named !== undefined && others.length === 0 ? named : "help";
}
